/**
 * Reads parts of a file over HTTP Range (RFC 9110, section 14). The file is on this laptop, so a large read costs little
 * more than a small one: reads are widened to whole windows, neighbouring windows are asked for at once, and the windows
 * used last are kept. Head and tail are fetched at once and stay, because a PDF is opened from its last bytes and its first
 * pages usually stand at its front.
 */
import { joinWindows, RecentlyUsed, windowsOf } from './range-cache.ts';

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
export const READ_TIMEOUT_MS = 20_000;
const TRIES = 3;

export type FetchLike = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Pick<Response, 'status' | 'arrayBuffer'>>;

/** Bytes on their way or there; `offset` is where they begin in what the promise gives. */
interface Part {
  begin: number;
  end: number;
  offset: number;
  bytes: Promise<Uint8Array>;
}

/** A file that is read in parts. All offsets are bytes, `end` is exclusive. */
export class RangeSource {
  readonly length: number;
  readonly #url: string;
  readonly #fetch: FetchLike;
  readonly #closed = new AbortController();
  readonly #windows = new RecentlyUsed<Part>(KEPT_WINDOWS);
  #head: Part | null = null;
  #tail: Part | null = null;

  constructor(url: string, length: number, fetchLike: FetchLike = (input, init) => fetch(input, init)) {
    this.#url = url;
    this.length = length;
    this.#fetch = fetchLike;
    this.#ends();
  }

  /** A copy of the bytes, so that the caller may hand its buffer on. Rejects when they can't be read. */
  async read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (begin < 0 || end > this.length || begin >= end) throw new RangeError('range outside the file');
    const [head, tail] = this.#ends();
    const pinned = [head, tail].find((part) => part && begin >= part.begin && end <= part.end);
    const parts = pinned ? [pinned] : this.#windowsFor(begin, end);
    const copy = new Uint8Array(end - begin);
    await Promise.all(
      parts.map(async (part) => {
        const bytes = await part.bytes;
        const from = Math.max(begin, part.begin);
        const to = Math.min(end, part.end);
        const at = part.offset - part.begin;
        copy.set(bytes.subarray(from + at, to + at), from - begin);
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

  /** Head and tail; asked for anew where they could not be read. */
  #ends(): [Part | null, Part | null] {
    if (this.#closed.signal.aborted) return [null, null];
    const whole = this.length <= HEAD_BYTES + TAIL_BYTES;
    if (!this.#head) {
      const head = this.#fetchPart(0, whole ? this.length : HEAD_BYTES, () => {
        if (this.#head === head) this.#head = null;
      });
      this.#head = head;
    }
    if (!this.#tail && !whole) {
      const tail = this.#fetchPart(this.length - TAIL_BYTES, this.length, () => {
        if (this.#tail === tail) this.#tail = null;
      });
      this.#tail = tail;
    }
    return [this.#head, this.#tail];
  }

  #windowsFor(begin: number, end: number): Part[] {
    const { first, last } = windowsOf(begin, end, WINDOW_BYTES);
    const found: Part[] = [];
    const missing: number[] = [];
    for (let window = first; window <= last; window += 1) {
      const part = this.#windows.get(window);
      if (part) found.push(part);
      else missing.push(window);
    }
    for (const run of joinWindows(missing, LONGEST_RUN)) {
      const from = run.first * WINDOW_BYTES;
      const parts: Part[] = [];
      const { bytes } = this.#fetchPart(from, Math.min(this.length, (run.last + 1) * WINDOW_BYTES), () => {
        for (const [index, part] of parts.entries()) this.#windows.drop(run.first + index, part);
      });
      for (let window = run.first; window <= run.last; window += 1) {
        const part = {
          begin: window * WINDOW_BYTES,
          end: Math.min(this.length, (window + 1) * WINDOW_BYTES),
          offset: window * WINDOW_BYTES - from,
          bytes,
        };
        parts.push(part);
        found.push(part);
        this.#windows.set(window, part);
      }
    }
    return found;
  }

  #fetchPart(begin: number, end: number, onFailure: () => void): Part {
    const bytes = this.#readTrying(begin, end);
    bytes.catch(onFailure);
    return { begin, end, offset: 0, bytes };
  }

  async #readTrying(begin: number, end: number): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#readOnce(begin, end);
      } catch (error) {
        if (attempt >= TRIES || this.#closed.signal.aborted) throw error;
      }
    }
  }

  async #readOnce(begin: number, end: number): Promise<Uint8Array> {
    const response = await this.#fetch(this.#url, {
      headers: { range: `bytes=${begin}-${end - 1}` },
      signal: AbortSignal.any([this.#closed.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]),
    });
    // 200 is the whole file: right in itself, but reading it for each part would cost the file's size every time.
    if (response.status !== 206 && !(response.status === 200 && begin === 0 && end === this.length)) {
      throw new Error(`range answered with ${response.status}`);
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== end - begin) throw new Error('range answered with another length');
    return bytes;
  }
}
