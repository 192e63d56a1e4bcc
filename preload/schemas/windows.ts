/** Schemas of the domain `windows`: further windows of the viewer, each of which shows kits alone. */
import { z } from 'zod';
import { kitId } from './common.ts';

/** A page that is asked for; null: where the person was last. */
const page = z.int().min(1).max(100_000).nullable();

/** A kit that is asked for in a window of its own. */
export const viewerRequest = z.strictObject({
  kit_id: kitId,
  page,
  /** Where the window opens: on the display where the last one was, or where the mouse has let go of a tab. */
  at: z.enum(['remembered', 'pointer']),
  /** A tab moves there: it comes back to the library's window when that window is closed. */
  torn_off: z.boolean(),
  /** Also where another window shows the kit; otherwise that one comes to the front. */
  beside: z.boolean(),
});
export type ViewerRequest = z.infer<typeof viewerRequest>;

/** What a further window begins with. */
export const viewerStart = z.strictObject({ kit_id: kitId, page });
export type ViewerStart = z.infer<typeof viewerStart>;

/** A kit that a person wants to see, at a page or where they were last. */
export const wantedKit = z.object({ kit_id: kitId, page });
