import { appDocument, freeSpace, publishInApp, removeFromApp } from '../documents/document-folder.ts';
import { PartFile } from '../documents/part-file.ts';
import type { DocumentVerifier } from '../documents/verify-document.ts';
import type { DocumentSink } from '../service/download.ts';
import type { KitRecord } from '../store/kit-record.ts';

/** A document that is being written (main/documents/part-file.ts). */
export interface DocumentInTheMaking extends DocumentSink {
  readonly path: string;
  /** Completes the file and syncs it to the disk. */
  finish(): Promise<{ bytes: number; sha256: string }>;
  /** Deletes what was written. */
  discard(): Promise<void>;
  /** Closes the file; what was written stays for the next run. */
  close(): Promise<void>;
}

/**
 * Where the documents of kits are written and kept: for the app its library, for the headless command a folder that the
 * person chose.
 *
 * @throws TripKitError of kind `disk` or `document`
 */
export interface KitDocuments {
  /** Opens the kit's unfinished document, with what an earlier run has left. */
  open(kit: KitRecord): Promise<DocumentInTheMaking>;
  /** Checks that a finished file is a valid PDF. */
  verify(path: string, signal: AbortSignal): Promise<{ pages: number }>;
  /** Moves the verified document to its place. Only then is the kit ready. */
  publish(kit: KitRecord, document: DocumentInTheMaking): Promise<void>;
  /** Removes the kit's document and any unfinished one. */
  remove(kit: KitRecord): Promise<void>;
  /** Free space where documents are written, bytes. */
  freeSpace(): Promise<number>;
}

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
