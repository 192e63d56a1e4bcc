/** Open documents, and the windows that show them. */
import { z } from 'zod';
import { libraryCommand } from './app.ts';
import { call } from './call.ts';
import { documentPage, kitId, wantedKit } from './common.ts';
import { kit } from './kits.ts';

/** A document that a person opened. */
export const openDocument = z.object({
  kit_id: kitId,
  /** Length of the file as it is now. */
  bytes: z.number(),
  /** Of the verified document; null if this one is damaged, because nothing derived from the verified one belongs to it. */
  sha256: z.string().nullable(),
  /** Of the verified document. */
  pages: z.number().int(),
});

export type OpenDocument = z.infer<typeof openDocument>;

/** A request to open a kit in its own window. */
export const viewerRequest = z.strictObject({
  kit_id: kitId,
  page: wantedKit.shape.page,
  /** Where the window opens: on the display of the last window, or where the mouse dropped a tab. */
  at: z.enum(['remembered', 'pointer']),
  /** A tab moves there; it returns to the library's window when the new window is closed. */
  torn_off: z.boolean(),
  /** Open it even if another window shows the kit; otherwise that window comes to the front. */
  beside: z.boolean(),
});

export type ViewerRequest = z.infer<typeof viewerRequest>;

/** What an additional window begins with. */
export const viewerStart = z.strictObject({ kit_id: kitId, page: wantedKit.shape.page });

export type ViewerStart = z.infer<typeof viewerStart>;

export const documentCalls = {
  /** A person opens the document; the kit counts as read from now on (`opened_at`). */
  open: call([kitId], openDocument),
  /** A pass that lets the document page with this number read this document and no other (app://documents-N). */
  pass: call([kitId, documentPage], z.string()),
  /** The document page with this number was closed: its pass no longer works. */
  endPass: call([documentPage], z.null()),
  /** The viewer has closed the document: retention may remove it again. */
  closed: call([kitId], z.null()),
  /** Reports the kits on the screen now, the active one first; none outside the viewer. */
  shown: call([z.array(kitId).max(2)], z.null()),
  /** Asks where to save, and writes a copy. Answers the file's name without its folder, or null if the person cancelled. */
  saveCopy: call([kitId], z.string().nullable()),
  /** A drag of these kits has begun on the page: makes their PDFs ready for the system. Kits that are not ready are left out. */
  prepareDrag: call([z.array(kitId).min(1).max(50)], z.null()),
  /** Hands the drag to the system. Answers when it has ended on Linux, at once elsewhere. */
  drag: call([z.array(kitId).min(1).max(50)], z.null()),
  /**
   * Reads the whole file again and compares it with what was verified. Answers the kit with its new `soundness`. Takes about
   * a second for 500 MB. Damage is not a failure of the call.
   */
  check: call([kitId], kit),
} as const;

export const windowCalls = {
  /**
   * Opens a kit in its own window, or brings the window that shows it to the front (`shown`). Refused (kind `config`) if
   * the maximum number of windows is open.
   */
  open: call([viewerRequest], z.enum(['opened', 'shown'])),
  /** Brings another window that has the kit open to the front, at this page; false if there is none. */
  show: call([kitId, wantedKit.shape.page], z.boolean()),
  /** Reports the kits that this window has open in tabs. */
  holds: call([z.array(kitId).max(20)], z.null()),
  /** Opens the library's window or brings it to the front, and runs this command there. */
  library: call([libraryCommand.nullable()], z.null()),
  /** Closes this window. The library's window stays open. */
  close: call([], z.null()),
} as const;

export const windowEvents = {
  /** The kits that other windows have open, whenever that changes. */
  elsewhere: z.array(kitId),
  /** The window that these kits were moved to was closed: their tabs return. */
  returned: z.array(kitId),
} as const;
