import type { DocumentSink } from '../service/download.ts';
import type { KitRecord } from '../store/kit-record.ts';

/** A document in the making (main/documents/part-file.ts is the one there is). */
export interface DocumentInTheMaking extends DocumentSink {
  readonly path: string;
  /** Everything on the disk, synced. */
  finish(): Promise<{ bytes: number; sha256: string }>;
  /** Throws away what is there. */
  discard(): Promise<void>;
  /** Lets go of the file; what is there stays for the next time. */
  close(): Promise<void>;
}

/**
 * Where the documents of kits are made and kept. The app keeps them in its library, the headless command in a folder
 * of the person's choice.
 *
 * @throws TripKitError of kind `disk` or `document`
 */
export interface KitDocuments {
  /** Opens the kit's document in the making, with what an earlier run has left of it. */
  open(kit: KitRecord): Promise<DocumentInTheMaking>;
  /** Checks that a finished file is a sound PDF. */
  verify(path: string, signal: AbortSignal): Promise<{ pages: number }>;
  /** Moves the verified document to its place. Only then is the kit ready. */
  publish(kit: KitRecord, document: DocumentInTheMaking): Promise<void>;
  /** Removes the kit's document and whatever there is of one in the making. */
  remove(kit: KitRecord): Promise<void>;
  /** Bytes that may still be written where documents are made. */
  freeSpace(): Promise<number>;
}
