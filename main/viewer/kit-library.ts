/** The documents of the app's library: served and copied by our own ids, from one folder. */
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { abortable } from '../common/wait.ts';
import { writeWholeFile } from '../common/whole-file.ts';
import { appDocument } from '../documents/document-folder.ts';
import { stampOf } from '../documents/examine-document.ts';
import type { DocumentChecker } from '../soundness/document-checker.ts';
import type { KitStore } from '../store/kit-store.ts';
import { createDocumentResponder } from './serve-document.ts';

/** Time limit for a copy, ms: enough for 200 MB to a slow USB stick; a network drive may be unreachable. */
const COPY_TIMEOUT_MS = 10 * 60_000;
/** Time limit for a copy on this laptop's own disk, ms. */
const DRAG_COPY_TIMEOUT_MS = 60_000;

/** Serves documents to the window; 404 for kits without one. `doubts` receives problems with files. */
export function libraryResponder(
  folder: string,
  kits: Pick<KitStore, 'get'>,
  doubts: Pick<DocumentChecker, 'suspect' | 'served'>,
): (request: Request, kit_id: string) => Promise<Response> {
  return createDocumentResponder({
    fileOf: (id) => (kits.get(id)?.document ? appDocument(folder, id).file : null),
    onServe: (id, bytes, stamp) => doubts.served(id, bytes, stamp),
    onFailure: (id) => doubts.suspect(id, null),
  });
}

/** Size and stamp of a kit's current document file; null if there is none. */
export async function fileFacts(
  folder: string,
  kit_id: string,
): Promise<{ bytes: number; stamp: string } | null> {
  const stats = await stat(appDocument(folder, kit_id).file).catch(() => null);
  return stats && { bytes: stats.size, stamp: stampOf(stats) };
}

/** Writes a complete copy of a kit's document to a chosen path. @throws TripKitError of kind `disk` */
export async function copyDocument(folder: string, kit_id: string, to: string): Promise<void> {
  const signal = AbortSignal.timeout(COPY_TIMEOUT_MS);
  await writeWholeFile(to, 'Saving the copy', (part) => {
    const target = createWriteStream(part, { flags: 'wx', flush: true });
    return pipeline(createReadStream(appDocument(folder, kit_id).file), target, { signal });
  });
}

/** Makes a copy for a drag, beside the library: cloned if the file system can, and not flushed, because it is temporary. */
export async function copyForDrag(folder: string, kit_id: string, to: string): Promise<void> {
  const how = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
  await writeWholeFile(to, 'Copying the document', (part) =>
    abortable(
      copyFile(appDocument(folder, kit_id).file, part, how),
      AbortSignal.timeout(DRAG_COPY_TIMEOUT_MS),
    ),
  );
}
