/**
 * Reads parts of a file over HTTP Range (RFC 9110, section 14). The file is on this laptop, so a large read costs little
 * more than a small one: reads are widened to whole windows, neighbouring windows are asked for at once, and the windows
 * used last are kept. Head and tail are fetched at once and stay, because a PDF is opened from its last bytes and its first
 * pages usually stand at its front.
 */

import { PDFDataRangeTransport } from 'pdfjs-dist';
import { PdfError } from './messages/document.ts';

/** Bytes of one window. */
export const WINDOW_BYTES = 512 * 1024;
/** Windows kept beside head and tail. */
export const KEPT_WINDOWS = 6;
/** Bytes fetched ahead at the front and at the end. */
export const HEAD_BYTES = WINDOW_BYTES;
export const TAIL_BYTES = 256 * 1024;
/** Windows asked for in one request at most. */
const LONGEST_RUN = 16;
/** How long one read may take, ms. */
const READ_TIMEOUT_MS = 20_000;
const TRIES = 3;

export type FetchLike = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Pick<Response, 'status' | 'arrayBuffer'> & { headers?: Pick<Headers, 'get'> }>;

/** Bytes on their way or there; `end` is exclusive. */
interface Part {
  begin: number;
  end: number;
  bytes: Promise<Uint8Array>;
}

/** A file that is read in parts. All offsets are bytes, `end` is exclusive. */
export class RangeSource {
  readonly length: number;
  readonly #url: string;
  readonly #fetch: FetchLike;
  readonly #closed = new AbortController();
  /** By the number of the window, the one used longest ago first; windows that were read together share a part. */
  readonly #windows = new Map<number, Part>();
  readonly #reach = new ReachBack();
  #head: Part | null = null;
  #tail: Part | null = null;
  /** Which file it is (its ETag): that of the first answer where it was not known. */
  #file: string | null;
  readonly #changed = Promise.withResolvers<void>();
  /** Resolves when the file is another one: pieces of two are never put together. */
  readonly changed: Promise<void> = this.#changed.promise;

  constructor(
    url: string,
    length: number,
    fetchLike: FetchLike = (input, init) => fetch(input, init),
    file: string | null = null,
  ) {
    this.#file = file;
    this.#url = url;
    this.length = length;
    this.#fetch = fetchLike;
    this.#ends();
  }

  /** Which file is read (its ETag); null before the first answer. */
  get file(): string | null {
    return this.#file;
  }

  /** A copy of the bytes, so that the caller may hand its buffer on. Rejects when they can't be read. */
  async read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (begin < 0 || end > this.length || begin >= end) throw new RangeError('range outside the file');
    const pinned = this.#ends().find((part) => begin >= part.begin && end <= part.end);
    const parts = pinned ? [pinned] : this.#windowsFor(begin, end);
    const copy = new Uint8Array(end - begin);
    await Promise.all(
      [...new Set(parts)].map(async (part) => {
        const bytes = await part.bytes;
        const from = Math.max(begin, part.begin);
        const to = Math.min(end, part.end);
        copy.set(bytes.subarray(from - part.begin, to - part.begin), from - begin);
      }),
    );
    return copy;
  }

  /** Stops all reads and forgets what was read. */
  close(): void {
    this.#closed.abort();
    this.#windows.clear();
    this.#head = null;
    this.#tail = null;
  }

  /** Head and tail; asked for again where they could not be read. */
  #ends(): Part[] {
    if (this.#closed.signal.aborted) return [];
    const isWhole = this.length <= HEAD_BYTES + TAIL_BYTES;
    this.#head ??= this.#fetchPart(0, isWhole ? this.length : HEAD_BYTES, () => {
      this.#head = null;
    });
    if (isWhole) return [this.#head];
    this.#tail ??= this.#fetchPart(this.length - TAIL_BYTES, this.length, () => {
      this.#tail = null;
    });
    return [this.#head, this.#tail];
  }

  #windowsFor(begin: number, end: number): Part[] {
    const first = Math.floor(begin / WINDOW_BYTES);
    const last = Math.floor((end - 1) / WINDOW_BYTES);
    const back = this.#windows.has(first) ? 0 : this.#reach.missed(first, this.#isAlone(first));
    const found: Part[] = [];
    for (let window = first; window <= last; window += 1) {
      const part = this.#windows.get(window) ?? this.#fetchRun(window, last);
      // To the end: it was used last.
      this.#windows.delete(window);
      this.#windows.set(window, part);
      found.push(part);
    }
    for (let window = first - back; window < first; window += 1)
      if (!this.#windows.has(window)) this.#fetchRun(window, first - 1);
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= KEPT_WINDOWS) break;
      this.#windows.delete(oldest);
    }
    return found;
  }

  #isAlone(window: number): boolean {
    return !this.#windows.has(window - 1) && !this.#windows.has(window + 1);
  }

  /** Asks for this window and those missing after it, up to `last`, in one request. */
  #fetchRun(first: number, last: number): Part {
    let end = first + 1;
    while (end <= last && end - first < LONGEST_RUN && !this.#windows.has(end)) end += 1;
    const run = this.#fetchPart(first * WINDOW_BYTES, Math.min(this.length, end * WINDOW_BYTES), () => {
      for (const [window, part] of this.#windows) if (part === run) this.#windows.delete(window);
    });
    for (let window = first; window < end; window += 1) this.#windows.set(window, run);
    return run;
  }

  #fetchPart(begin: number, end: number, onFailure: () => void): Part {
    const bytes = this.#readTrying(begin, end);
    bytes.catch(onFailure);
    return { begin, end, bytes };
  }

  async #readTrying(begin: number, end: number): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#readOnce(begin, end);
      } catch (error) {
        if (attempt >= TRIES || this.#closed.signal.aborted || isChanged(error)) throw error;
      }
    }
  }

  async #readOnce(begin: number, end: number): Promise<Uint8Array> {
    const response = await this.#fetch(this.#url, {
      headers: { range: `bytes=${begin}-${end - 1}` },
      signal: AbortSignal.any([this.#closed.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]),
    });
    this.#expectSameFile(response.headers?.get('etag') ?? null);
    // 200 is the whole file: right in itself, but reading it for each part would cost the file's size every time.
    if (response.status !== 206 && !(response.status === 200 && begin === 0 && end === this.length)) {
      throw new Error(`range answered with ${response.status}`);
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== end - begin) throw new Error('range answered with another length');
    return bytes;
  }

  #expectSameFile(etag: string | null): void {
    if (etag === null) return;
    this.#file ??= etag;
    if (this.#file === etag) return;
    this.#changed.resolve();
    throw new PdfError('changed');
  }
}

function isChanged(error: unknown): boolean {
  return error instanceof PdfError && error.kind === 'changed';
}

/** Gives PDF.js the bytes that it asks for. A failed read is reported, and can be tried again: PDF.js would wait. */
export class RangeTransport extends PDFDataRangeTransport {
  readonly #source: RangeSource;
  readonly #onFailure: (error: unknown) => void;
  readonly #failed: { begin: number; end: number }[] = [];
  #stopped = false;
  /** Bytes given so far; PDF.js's worker keeps them until it ends. */
  bytesGiven = 0;

  constructor(source: RangeSource, onFailure: (error: unknown) => void) {
    super(source.length, null);
    this.#source = source;
    this.#onFailure = onFailure;
  }

  override requestDataRange(begin: number, end: number): void {
    if (this.#stopped) return;
    this.#source.read(begin, end).then(
      (bytes) => {
        if (this.#stopped) return;
        this.bytesGiven += bytes.length;
        this.onDataRange(begin, bytes);
      },
      (error) => {
        if (this.#stopped) return;
        this.#failed.push({ begin, end });
        this.#onFailure(error);
      },
    );
  }

  /** Asks again for every part that failed. */
  retry(): void {
    for (const { begin, end } of this.#failed.splice(0)) this.requestDataRange(begin, end);
  }

  /** Gives nothing any more. The source itself stays: another run of PDF.js may read from it. */
  stop(): void {
    this.#stopped = true;
    this.#failed.length = 0;
  }

  override abort(): void {
    this.stop();
  }
}

/** Farthest that is read back, windows of a source: 2 MB, a scanned page in colour. */
export const FARTHEST = 4;

/**
 * Learns how far before a page the things lie that it shows. Most programs that write PDF write a page after its text and its
 * pictures, so that a jump to it reads forth and back, one read after the other: known from the jumps before, it is one step.
 */
class ReachBack {
  /** The window that was jumped to last. */
  #jump: number | null = null;
  #learnt = 0;

  /**
   * A window that is not here is wanted. @param alone whether its neighbours are not here either
   * @returns how many windows before it to read at the same time
   */
  missed(window: number, alone: boolean): number {
    const back = this.#jump === null ? 0 : this.#jump - window;
    if (back > 0 && back <= FARTHEST) {
      this.#learnt = Math.max(this.#learnt, back);
      return 0;
    }
    if (!alone) return 0;
    this.#jump = window;
    return Math.min(this.#learnt, window);
  }
}
