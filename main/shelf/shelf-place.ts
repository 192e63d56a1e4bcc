/** Where a shelf is: storage that the airline has already. It holds the signed head, lists and documents (shelf-index.ts). */

import type { DocumentSink, DownloadOptions } from '../service/download.ts';

/** A file of a shelf. */
export interface ShelfFile {
  bytes: Buffer;
  /** Names this content in `read`; null where the storage names none. */
  etag: string | null;
}

/** A file by its name in its folder. `version` names its content; null where the storage says too little. */
export interface ListedFile {
  name: string;
  version: string | null;
}

/** The bytes of a file that is put: themselves, or a file of this computer with its size and hash (hex). */
export type ShelfBody = Buffer | { path: string; bytes: number; sha256: string };

/**
 * The storage. Every call throws a TripKitError of kind `network`, `service`, `disk`, `authentication` or `document` (a file that is far
 * too long), or an AbortError.
 */
export interface ShelfPlace {
  /** The place in a sentence: a folder, or a host. */
  readonly where: string;
  /** How far the storage’s clock is ahead of this computer’s, by its last answer, ms; none where it has not said. */
  readonly clock_off_ms?: number | null;
  /** Makes the folders of the shelf, where the storage has folders and they are not there. */
  prepare(folders: readonly string[], signal: AbortSignal): Promise<void>;
  /**
   * Reads a file.
   *
   * @param options.etag of the content that is known already
   * @param options.most bytes; a longer file is refused
   * @returns null if there is none
   */
  read(
    name: string,
    options: { etag?: string | null; most: number; signal: AbortSignal },
  ): Promise<ShelfFile | 'unchanged' | null>;
  /** The files of a folder, at most so many; none if there is no such folder. */
  list(folder: string, options: { most: number; signal: AbortSignal }): Promise<ListedFile[]>;
  /**
   * Reads a document into `sink`, from where an earlier try stopped.
   *
   * @param sha256 its hash and so its name; whoever uses the document compares it
   */
  download(
    sha256: string,
    sink: DocumentSink,
    options: Pick<DownloadOptions, 'onBegin' | 'onProgress' | 'signal'>,
  ): Promise<void>;
  /** Writes a file, complete or not at all, also in the place of another. */
  put(name: string, body: ShelfBody, signal: AbortSignal): Promise<void>;
  /** Takes a name that nobody has. Of any number of desks that try at once, one gets it. @returns whether this call did */
  claim(name: string, signal: AbortSignal): Promise<boolean>;
  /** Gives back a name that was claimed. */
  release(name: string, signal: AbortSignal): Promise<void>;
  /** Removes a file, if it is there. */
  remove(name: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
