/** Documents that are read, and the windows that show them. */
import { z } from 'zod';
import { libraryCommand } from './app.ts';
import { call } from './call.ts';
import { documentPage, kitId, wantedKit } from './common.ts';
import { kit } from './kits.ts';

/** What a document is read as. */
export const openDocument = z.object({
  kit_id: kitId,
  /** Length of the file as it is now. */
  bytes: z.number(),
  /** Of what was verified; null where the document is damaged, so that nothing made of the verified one belongs to it. */
  sha256: z.string().nullable(),
  /** Of what was verified. */
  pages: z.number().int(),
});

export type OpenDocument = z.infer<typeof openDocument>;

/** A kit that is asked for in a window of its own. */
export const viewerRequest = z.strictObject({
  kit_id: kitId,
  page: wantedKit.shape.page,
  /** Where the window opens: on the display where the last one was, or where the mouse has let go of a tab. */
  at: z.enum(['remembered', 'pointer']),
  /** A tab moves there: it comes back to the library's window when that window is closed. */
  torn_off: z.boolean(),
  /** Also where another window shows the kit; otherwise that one comes to the front. */
  beside: z.boolean(),
});

export type ViewerRequest = z.infer<typeof viewerRequest>;

/** What a further window begins with. */
export const viewerStart = z.strictObject({ kit_id: kitId, page: wantedKit.shape.page });

export type ViewerStart = z.infer<typeof viewerStart>;

export const documentCalls = {
  /** A person opens the document: it is read from now on (`opened_at`). */
  open: call([kitId], openDocument),
  /** A pass by which the page of a document, with this number, reads this document and no other (app://documents-N). */
  pass: call([kitId, documentPage], z.string()),
  /** The page of a document with this number has gone: it reads nothing any more. */
  endPass: call([documentPage], z.null()),
  /** The viewer has let go of the document: retention may remove it again. */
  closed: call([kitId], z.null()),
  /** The kits whose views are on the screen now, the active one first; none outside the viewer. */
  shown: call([z.array(kitId).max(2)], z.null()),
  /** Asks where to, and writes a copy; the file's name without its folder, or null when they changed their mind. */
  saveCopy: call([kitId], z.string().nullable()),
  /** A drag of these kits has begun on the page: makes their PDFs ready for the system. Kits that are not ready are left out. */
  prepareDrag: call([z.array(kitId).min(1).max(50)], z.null()),
  /** The system goes on with the drag. Answers when it is over on Linux, at once elsewhere. */
  drag: call([z.array(kitId).min(1).max(50)], z.null()),
  /**
   * Reads the whole file again and compares it with what was verified: the kit with its `soundness` then. Takes about a
   * second for 500 MB. Never refuses for what it finds.
   */
  check: call([kitId], kit),
} as const;

export const windowCalls = {
  /**
   * Opens a kit in a window of its own, or brings the one that shows it to the front (`shown`). Refused (kind `config`) where
   * as many are open as may be.
   */
  open: call([viewerRequest], z.enum(['opened', 'shown'])),
  /** Brings another window that has the kit open to the front, at this page; false where none has. */
  show: call([kitId, wantedKit.shape.page], z.boolean()),
  /** The kits that this window has open, in tabs. */
  holds: call([z.array(kitId).max(20)], z.null()),
  /** Brings the library's window to the front, opens it where it is closed, and has it do this. */
  library: call([libraryCommand.nullable()], z.null()),
  /** Closes this window. The library's stays. */
  close: call([], z.null()),
} as const;

export const windowEvents = {
  /** The kits that other windows have open, whenever that changes. */
  elsewhere: z.array(kitId),
  /** The window that these kits were torn off to is closed: their tabs come back. */
  returned: z.array(kitId),
} as const;
