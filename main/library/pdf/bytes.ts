import { PdfParser } from './syntax.ts';
import { Irregular, NeedMore } from './values.ts';

/** Where the bytes of a document come from. */
export interface ByteSource {
  /** Length of the document, bytes. */
  readonly size: number;
  /** Fills `into` with the bytes from `at` on; resolves to how many there were. */
  read(into: Buffer, at: number): Promise<number>;
}

/** Bytes read in all. What a regular document needs is a small part of it. */
const max_read = 16 * 1024 ** 2;
/** Bytes parsed in all, those included that are parsed again. */
const max_work = 32 * 1024 ** 2;
/** Bytes of one object outside streams. */
const max_object = 256 * 1024;
/** The first attempt at an object, bytes; each further one takes four times as many. */
const first_piece = 1024;
/** Bytes of blocks that are kept. */
const max_kept = 512 * 1024;
/** A document so small is read in large blocks, bytes. */
const small_document = 1024 ** 2;

/**
 * Reads a document here and there, by blocks of which the last used ones are kept. Every method throws Irregular where
 * a limit is reached or the bytes are not there, what the source throws, and the signal's reason.
 */
export class PdfBytes {
  readonly size: number;
  readonly #source: ByteSource;
  readonly #signal: AbortSignal | undefined;
  readonly #block: number;
  /** By number, the least recently used first. */
  readonly #blocks = new Map<number, Buffer>();
  #read = 0;
  #work = 0;

  constructor(source: ByteSource, signal?: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
    this.size = source.size;
    this.#block = (source.size <= small_document ? 64 : 4) * 1024;
  }

  /** Counts bytes that are parsed elsewhere. */
  spend(bytes: number): void {
    this.#work += bytes;
    if (this.#work > max_work) throw new Irregular('too much to parse');
  }

  /** Exactly these bytes. */
  async exactly(at: number, length: number): Promise<Buffer> {
    if (!(at >= 0 && length >= 0 && at + length <= this.size)) throw new Irregular('outside the document');
    const view = await this.#view(at, length);
    return view.subarray(0, length);
  }

  /** What `parse` makes of the bytes from `at` on; it is called again with more of them when it needs more. */
  async parse<T>(at: number, parse: (parser: PdfParser) => T): Promise<T> {
    if (!(at >= 0 && at < this.size)) throw new Irregular('outside the document');
    for (let piece = first_piece; piece <= max_object; piece *= 4) {
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

  /** At least `length` bytes; what is at hand behind them too. */
  async #view(at: number, length: number): Promise<Buffer> {
    this.#signal?.throwIfAborted();
    const first = Math.floor(at / this.#block);
    const last = Math.floor(Math.max(at, at + length - 1) / this.#block);
    if (first === last) return (await this.#blockOf(first)).subarray(at - first * this.#block);
    // Long pieces are read once, so they are not kept.
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
    if (this.#blocks.size * this.#block > max_kept) {
      for (const oldest of this.#blocks.keys()) {
        this.#blocks.delete(oldest);
        break;
      }
    }
    return block;
  }

  async #fetch(at: number, length: number): Promise<Buffer> {
    this.#read += length;
    if (this.#read > max_read) throw new Irregular('too much to read');
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
