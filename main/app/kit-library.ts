/** The documents of the app's library: made, kept and served under our own ids, in one folder. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { KitDocuments } from '../kits/kit-documents.ts';
import { diskError } from '../library/disk-error.ts';
import { appDocument, freeSpace, publishInApp, removeFromApp } from '../library/document-folder.ts';
import type { KitStore } from '../library/kit-store.ts';
import { PartFile } from '../library/part-file.ts';
import { createDocumentResponder } from '../library/serve-document.ts';
import { verifyDocument } from '../library/verify-document.ts';

/** How long a copy may take, ms: 200 MB to a slow stick, not for ever to a network drive that is gone. */
const COPY_TIMEOUT_MS = 10 * 60_000;

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

/**
 * Writes a copy of a kit's document; `to` holds it only once it is whole.
 * @throws TripKitError of kind `disk`
 */
export async function copyDocument(folder: string, kit_id: string, to: string): Promise<void> {
  const part = join(dirname(to), `.${randomUUID()}.part`);
  try {
    const signal = AbortSignal.timeout(COPY_TIMEOUT_MS);
    const target = createWriteStream(part, { flags: 'wx', flush: true });
    await pipeline(createReadStream(appDocument(folder, kit_id).file), target, { signal });
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw diskError(error, 'Saving the copy', to);
  }
}
