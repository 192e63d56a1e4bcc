import { basename } from 'node:path';
import { TripKitError } from '../common/errors.ts';
import type { ErrorKind } from '../common/failure.ts';
import { readChosenFile } from './chosen-file.ts';

/** What the page learns of a file that a person handed over: a handle and a name, never a path. */
export interface PendingView {
  handle: string;
  file_name: string;
}

/**
 * The last file that a person chose or dropped, until it is used. One at a time: a person looks at one file, and a page
 * that was taken over can't pile files up in here.
 */
export class PendingFile {
  readonly #newId: () => string;
  readonly #max_bytes: number;
  readonly #what: string;
  readonly #kind: ErrorKind;
  #pending: { handle: string; use: string; from: { path: string } | { bytes: Buffer } } | null = null;

  /** @param options.what the file in a sentence, e.g. "The identity file" */
  constructor(options: { newId(): string; max_bytes: number; what: string; kind: ErrorKind }) {
    this.#newId = options.newId;
    this.#max_bytes = options.max_bytes;
    this.#what = options.what;
    this.#kind = options.kind;
  }

  /** A file that was chosen in a dialog; it is read when it is used. @param use what for: it is read for nothing else */
  choose(path: string, use = ''): PendingView {
    return this.#keep({ path }, basename(path), use);
  }

  /** The content of a file that was dropped on the window. */
  offer(file_name: string, bytes: Uint8Array, use = ''): PendingView {
    return this.#keep({ bytes: Buffer.from(bytes) }, file_name, use);
  }

  /**
   * The content of the file with this handle, which stays until `spend`.
   * @throws TripKitError where another file has taken its place, it is for another use, or it can't be read
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
