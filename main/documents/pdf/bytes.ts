import { open } from 'node:fs/promises';
import { PdfParser } from './syntax.ts';
import { Irregular, NeedMore } from './values.ts';

/** The source of a document's bytes. */
export interface ByteSource {
  /** Length of the document, bytes. */
  readonly size: number;
  /** Fills `into` with the bytes from `at` on; resolves to the number of bytes. */
  read(into: Buffer, at: number): Promise<number>;
}

/** Opens a file, returns the result of `use`, and closes the file. @throws NodeJS.ErrnoException */
export async function withFile<T>(file: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  await using handle = await open(file, 'r');
  const { size } = await handle.stat();
  const read = async (into: Buffer, at: number) => (await handle.read(into, 0, into.length, at)).bytesRead;
  return await use({ size, read });
}

/** Limits for reading a document, bytes. */
interface ReadLimits {
  /** Total of bytes read. */
  read: number;
  /** Total of bytes parsed, repeated parsing included. */
  work: number;
}

/** A regular document needs only a small part of this. */
const USUAL_LIMITS: ReadLimits = { read: 16 * 1024 ** 2, work: 32 * 1024 ** 2 };
/** Maximum size of one object outside streams, bytes. */
const MAX_OBJECT = 256 * 1024;
/** Size of the first attempt to parse an object, bytes; each further attempt takes four times as many. */
const FIRST_PIECE = 1024;
/** Maximum size of the cached blocks, bytes. */
const MAX_KEPT = 512 * 1024;
/** A document up to this size is read in large blocks, bytes. */
const SMALL_DOCUMENT = 1024 ** 2;

/**
 * Reads parts of a document in blocks, and caches the last used ones. Every method throws Irregular if
 * a limit is reached or the bytes do not exist, errors of the source, and the signal's reason.
 */
export class PdfBytes {
  readonly size: number;
  readonly #source: ByteSource;
  readonly #signal: AbortSignal | undefined;
  readonly #block: number;
  /** By number, least recently used first. */
  readonly #blocks = new Map<number, Buffer>();
  readonly #limits: ReadLimits;
  #read = 0;
  #work = 0;

  constructor(source: ByteSource, signal?: AbortSignal, limits: ReadLimits = USUAL_LIMITS) {
    this.#source = source;
    this.#signal = signal;
    this.#limits = limits;
    this.size = source.size;
    this.#block = (source.size <= SMALL_DOCUMENT ? 64 : 4) * 1024;
  }

  /** Counts bytes that are parsed elsewhere toward the limit. */
  spend(bytes: number): void {
    this.#work += bytes;
    if (this.#work > this.#limits.work) throw new Irregular('too much to parse');
  }

  /** Exactly these bytes. */
  async exactly(at: number, length: number): Promise<Buffer> {
    if (!(at >= 0 && length >= 0 && at + length <= this.size)) throw new Irregular('outside the document');
    const view = await this.#view(at, length);
    return view.subarray(0, length);
  }

  /** The result of `parse` for the bytes from `at` on. It is called again with more bytes if it needs more. */
  async parse<T>(at: number, parse: (parser: PdfParser) => T): Promise<T> {
    if (!(at >= 0 && at < this.size)) throw new Irregular('outside the document');
    for (let piece = FIRST_PIECE; piece <= MAX_OBJECT; piece *= 4) {
      const wanted = Math.min(piece, this.size - at);
      const view = await this.#view(at, wanted);
      const parser = new PdfParser(view, at + view.length === this.size);
      try {
        return parse(parser);
      } catch (error) {
        if (!(error instanceof NeedMore)) throw error;
      } finally {
        this.spend(parser.position);
      }
    }
    throw new Irregular('too large an object');
  }

  /** At least `length` bytes, and those already read after them. */
  async #view(at: number, length: number): Promise<Buffer> {
    this.#signal?.throwIfAborted();
    const first = Math.floor(at / this.#block);
    const last = Math.floor(Math.max(at, at + length - 1) / this.#block);
    if (first === last) return (await this.#blockOf(first)).subarray(at - first * this.#block);
    // Long pieces are read once, so they are not cached.
    if (last - first >= 8) return this.#fetch(at, length);
    const blocks: Buffer[] = [];
    for (let number = first; number <= last; number += 1) blocks.push(await this.#blockOf(number));
    return Buffer.concat(blocks).subarray(at - first * this.#block);
  }

  async #blockOf(number: number): Promise<Buffer> {
    const at = number * this.#block;
    const block = this.#blocks.get(number) ?? (await this.#fetch(at, Math.min(this.#block, this.size - at)));
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (oldest !== undefined && this.#blocks.size * this.#block > MAX_KEPT) this.#blocks.delete(oldest);
    return block;
  }

  async #fetch(at: number, length: number): Promise<Buffer> {
    this.#read += length;
    if (this.#read > this.#limits.read) throw new Irregular('too much to read');
    const bytes = Buffer.allocUnsafeSlow(length);
    let done = 0;
    while (done < length) {
      const read = await this.#source.read(done === 0 ? bytes : bytes.subarray(done), at + done);
      this.#signal?.throwIfAborted();
      if (read === 0) throw new Irregular('the document became shorter');
      done += read;
    }
    return bytes;
  }
}
