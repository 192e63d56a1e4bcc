/** The documents of the app's library: served and copied under our own ids, in one folder. */
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { abortable } from '../common/wait.ts';
import { writeWholeFile } from '../common/whole-file.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { DocumentChecker } from '../soundness/document-checker.ts';
import { stampOf } from '../soundness/examine-document.ts';
import type { KitStore } from '../store/kit-store.ts';
import { createDocumentResponder } from './serve-document.ts';

/** How long a copy may take, ms: 200 MB to a slow stick, not for ever to a network drive that is gone. */
const COPY_TIMEOUT_MS = 10 * 60_000;
/** The same on this laptop's own disk, ms. */
const DRAG_COPY_TIMEOUT_MS = 60_000;

/** Answers the window's requests for documents; knows kits that have one only. `doubts` hears what is wrong with a file. */
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

/** The document of a kit as it lies there; null where there is none. */
export async function fileFacts(
  folder: string,
  kit_id: string,
): Promise<{ bytes: number; stamp: string } | null> {
  const stats = await stat(appDocument(folder, kit_id).file).catch(() => null);
  return stats && { bytes: stats.size, stamp: stampOf(stats) };
}

/** Writes a whole copy of a kit's document where a person chose. @throws TripKitError of kind `disk` */
export async function copyDocument(folder: string, kit_id: string, to: string): Promise<void> {
  const signal = AbortSignal.timeout(COPY_TIMEOUT_MS);
  await writeWholeFile(to, 'Saving the copy', (part) => {
    const target = createWriteStream(part, { flags: 'wx', flush: true });
    return pipeline(createReadStream(appDocument(folder, kit_id).file), target, { signal });
  });
}

/** The same beside the library, for a drag: cloned where the file system can, and not flushed, as it is not kept. */
export async function copyForDrag(folder: string, kit_id: string, to: string): Promise<void> {
  const how = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
  await writeWholeFile(to, 'Copying the document', (part) =>
    abortable(
      copyFile(appDocument(folder, kit_id).file, part, how),
      AbortSignal.timeout(DRAG_COPY_TIMEOUT_MS),
    ),
  );
}
