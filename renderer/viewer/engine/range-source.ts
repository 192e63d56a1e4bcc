/**
 * Reads parts of a file over HTTP Range (RFC 9110, section 14). Head and tail are fetched at once and kept, because a PDF
 * is opened from its last bytes and its first pages usually stand at its front.
 */

/** Bytes fetched ahead at the front and at the end. */
export const HEAD_BYTES = 256 * 1024;
export const TAIL_BYTES = 128 * 1024;
/** How long one read may take, ms. */
export const READ_TIMEOUT_MS = 20_000;
const TRIES = 3;

export type FetchLike = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Pick<Response, 'status' | 'arrayBuffer'>>;

interface Kept {
  begin: number;
  end: number;
  /** Null after a failure: the next reader starts anew. */
  bytes: Promise<Uint8Array> | null;
}

/** A file that is read in parts. All offsets are bytes, `end` is exclusive. */
export class RangeSource {
  readonly length: number;
  readonly #url: string;
  readonly #fetch: FetchLike;
  readonly #closed = new AbortController();
  readonly #kept: Kept[];

  constructor(url: string, length: number, fetchLike: FetchLike = (input, init) => fetch(input, init)) {
    this.#url = url;
    this.length = length;
    this.#fetch = fetchLike;
    const tailBegin = Math.max(0, length - TAIL_BYTES);
    const parts =
      length <= HEAD_BYTES + TAIL_BYTES
        ? [{ begin: 0, end: length }]
        : [
            { begin: 0, end: HEAD_BYTES },
            { begin: tailBegin, end: length },
          ];
    this.#kept = parts.map(({ begin, end }) => this.#keep(begin, end));
  }

  #keep(begin: number, end: number): Kept {
    const kept: Kept = { begin, end, bytes: null };
    this.#fill(kept);
    return kept;
  }

  #fill(kept: Kept): Promise<Uint8Array> {
    const bytes = this.#readTrying(kept.begin, kept.end);
    kept.bytes = bytes;
    bytes.catch(() => {
      kept.bytes = null;
    });
    return bytes;
  }

  /** A copy of the bytes, so that the caller may hand its buffer on. Rejects when they can't be read. */
  async read(begin: number, end: number): Promise<Uint8Array> {
    if (begin < 0 || end > this.length || begin >= end) throw new RangeError('range outside the file');
    const part = this.#kept.find((one) => begin >= one.begin && end <= one.end);
    if (!part) return this.#readTrying(begin, end);
    const bytes = await (part.bytes ?? this.#fill(part));
    return bytes.slice(begin - part.begin, end - part.begin);
  }

  /** Stops all reads. */
  close(): void {
    this.#closed.abort();
    this.#kept.length = 0;
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
