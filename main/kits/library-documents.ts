import { appDocument, freeSpace, publishInApp, removeFromApp } from '../documents/document-folder.ts';
import { PartFile } from '../documents/part-file.ts';
import type { DocumentVerifier } from '../documents/verify-document.ts';
import type { KitDocuments } from './kit-documents.ts';

/**
 * The engine's port for documents, in a library's folder.
 *
 * @param verifier checks what was downloaded
 * @param published called for each kit whose verified document is in its place
 */
export function libraryDocuments(
  folder: string,
  verifier: Pick<DocumentVerifier, 'verify'>,
  published: (kit_id: string) => void = () => {},
): KitDocuments {
  return {
    open: ({ id }) => PartFile.open(appDocument(folder, id).part, id),
    verify: (path, signal) => verifier.verify(path, { signal }),
    publish: async ({ id }, part) => {
      await publishInApp(part.path, folder, id);
      published(id);
    },
    remove: ({ id }) => removeFromApp(folder, id),
    freeSpace: () => freeSpace(folder),
  };
}
