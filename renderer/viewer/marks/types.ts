import type { MarkDraft } from '../../../preload/contract.ts';

export type HighlightDraft = Extract<MarkDraft, { kind: 'highlight' }>;
export type InkDraft = Extract<MarkDraft, { kind: 'ink' }>;
export type NoteDraft = Extract<MarkDraft, { kind: 'note' }>;
/** A rectangle as shares of the unturned page. */
export type MarkArea = HighlightDraft['areas'][number];
