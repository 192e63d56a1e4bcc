/** The documents of the app's library: made, kept and served under our own ids, in one folder. */
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { abortable } from '../common/wait.ts';
import type { KitDocuments } from '../kits/kit-documents.ts';
import { appDocument, freeSpace, publishInApp, removeFromApp } from '../library/document-folder.ts';
import type { KitStore } from '../library/kit-store.ts';
import { PartFile } from '../library/part-file.ts';
import { createDocumentResponder } from '../library/serve-document.ts';
import { verifyDocument } from '../library/verify-document.ts';
import { writeWholeFile } from '../library/whole-file.ts';

/** How long a copy may take, ms: 200 MB to a slow stick, not for ever to a network drive that is gone. */
const COPY_TIMEOUT_MS = 10 * 60_000;
/** The same on this laptop's own disk, ms. */
const DRAG_COPY_TIMEOUT_MS = 60_000;

/** The engine's port for documents, over the app's folder. */
export function libraryDocuments(folder: string): KitDocuments {
  return {
    open: ({ id }) => PartFile.open(appDocument(folder, id).part, id),
    verify: (path, signal) => verifyDocument(path, { signal }),
    publish: async ({ id }, part) => {
      await publishInApp(part.path, folder, id);
    },
    remove: ({ id }) => removeFromApp(folder, id),
    freeSpace: () => freeSpace(folder),
  };
}

/** Answers the window's requests for documents; knows ready kits only. */
export function libraryResponder(
  folder: string,
  kits: KitStore,
): (request: Request, kit_id: string) => Promise<Response> {
  const documentOf = (id: string) => kits.get(id)?.document ?? null;
  return createDocumentResponder({
    fileOf: (id) => (documentOf(id) ? appDocument(folder, id).file : null),
    sha256Of: (id) => documentOf(id)?.sha256 ?? null,
  });
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
