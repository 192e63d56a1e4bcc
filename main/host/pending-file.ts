import { basename } from 'node:path';
import { TripKitError } from '../common/errors.ts';
import type { ErrorKind } from '../common/failure.ts';
import { readChosenFile } from './chosen-file.ts';

/** The facts about a file that the page gets: a handle and a name, never a path. */
export interface PendingView {
  handle: string;
  file_name: string;
}

/**
 * The last file that a person chose or dropped, until it is used. One at a time: a person works with one file, and a page
 * that was taken over can't pile up files here.
 */
export class PendingFile {
  readonly #newId: () => string;
  readonly #max_bytes: number;
  readonly #what: string;
  readonly #kind: ErrorKind;
  #pending: { handle: string; use: string; from: { path: string } | { bytes: Buffer } } | null = null;

  /** @param options.what the file in a sentence, such as "The identity file" */
  constructor(options: { newId(): string; max_bytes: number; what: string; kind: ErrorKind }) {
    this.#newId = options.newId;
    this.#max_bytes = options.max_bytes;
    this.#what = options.what;
    this.#kind = options.kind;
  }

  /** Remembers a file chosen in a dialog; it is read when it is used. @param use the only purpose that it may be read for */
  choose(path: string, use = ''): PendingView {
    return this.#keep({ path }, basename(path), use);
  }

  /** Keeps the content of a file that was dropped on the window. */
  offer(file_name: string, bytes: Uint8Array, use = ''): PendingView {
    return this.#keep({ bytes: Buffer.from(bytes) }, file_name, use);
  }

  /**
   * The content of the file with this handle. It is kept until `spend`.
   * @throws TripKitError if another file has replaced it, it is for another purpose, or it can't be read
   */
  async read(handle: string, use = ''): Promise<Buffer> {
    const pending = this.#pending;
    if (pending?.handle !== handle || pending.use !== use) {
      throw new TripKitError(this.#kind, `${this.#what} is no longer at hand. Choose it again.`);
    }
    if ('bytes' in pending.from) return pending.from.bytes;
    return readChosenFile(pending.from.path, this.#max_bytes, this.#what, this.#kind);
  }

  /** Forgets the file with this handle. */
  spend(handle: string): void {
    if (this.#pending?.handle === handle) this.#pending = null;
  }

  #keep(from: { path: string } | { bytes: Buffer }, file_name: string, use: string): PendingView {
    const handle = this.#newId();
    this.#pending = { handle, use, from };
    return { handle, file_name };
  }
}
