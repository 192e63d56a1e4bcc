/** The panes beside the list except a kit's details: their code loads when the window is idle, or when first shown. */
import { deferred } from '../../design/deferred.tsx';

export const RequestForm = deferred(async () => (await import('../../request/request-form.tsx')).RequestForm);
export const TrackForm = deferred(async () => (await import('../../request/track-form.tsx')).TrackForm);
export const ReadyPanel = deferred(async () => (await import('../../ready/ready-panel.tsx')).ReadyPanel);
export const BulkPane = deferred(async () => (await import('./bulk-pane.tsx')).BulkPane);
