import type {
  StoredThumbnails as KnownStoredThumbnails,
  NewStoredThumbnails,
} from '../../../../preload/contract.ts';
import type { Bridge } from '../../../shell/state/bridge.ts';
import { decodePicture, readPicture, takeDecoded, takePicture, thumbnailUrl } from './picture-ahead.ts';

export type NewStoredThumbnail = NewStoredThumbnails['made'][number];

/** Pages that are read ahead together, as many as the main process gives (main/reading/picture-responder.ts). */
const AT_ONCE = 64;
/** What is held here of one document, bytes: a thousand pages or so. Those beyond are read when they are shown. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The stored thumbnails of one document: which pages have one, and the pictures themselves, as they are kept on this laptop. */
export class StoredThumbnails {
  readonly #document: { kitId: string; sha256: string };
  readonly #bridge: Pick<Bridge, 'reading'>;
  readonly #pages = new Set<number>();
  readonly #unpaintable = new Set<number>();
  /** Those that were read ahead, as they are kept. */
  readonly #here = new Map<number, Uint8Array<ArrayBuffer>>();
  #bytes = 0;

  constructor(
    document: { kitId: string; sha256: string },
    bridge: Pick<Bridge, 'reading'>,
    known: KnownStoredThumbnails | null = null,
  ) {
    this.#document = document;
    this.#bridge = bridge;
    if (known) this.#learn(known);
  }

  has(page: number): boolean {
    return this.#pages.has(page);
  }

  /** Whether the page has none and may get one. */
  lacks(page: number): boolean {
    return !this.#pages.has(page) && !this.#unpaintable.has(page);
  }

  /** Asks again which pages have one. Rejects as a call does. */
  async refresh(): Promise<void> {
    this.#learn(await this.#bridge.reading.thumbnails(this.#document.kitId));
  }

  /** Reads the pictures ahead, so that one is shown without a way to the disk. Rejects with an AbortError. */
  async readAhead(signal: AbortSignal): Promise<void> {
    const known = [...this.#pages].sort((one, other) => one - other);
    for (let next = known[0]; next !== undefined && this.#bytes < MOST_BYTES; ) {
      const last = next + AT_ONCE - 1;
      const answer = await fetch(thumbnailUrl(this.#document, `${next}-${last}`), {
        signal,
        priority: 'low',
      });
      next = known.find((page) => page > last);
      if (!answer.ok) return;
      const pack = await answer.arrayBuffer();
      const view = new DataView(pack);
      for (let at = 0; at + 8 <= pack.byteLength; ) {
        const length = view.getUint32(at + 4, true);
        this.#hold(view.getUint32(at, true), new Uint8Array(pack, at + 8, length));
        at += 8 + length;
      }
    }
  }

  /** The picture of a page that was read before its view was drawn; null where it was not. The caller closes it. */
  takeAhead(page: number): ImageBitmap | null {
    return takeDecoded(thumbnailUrl(this.#document, page));
  }

  /**
   * The picture of a page, decoded off the window's thread and of this size (px) where one is given; null where there is
   * none. The caller closes it. Rejects with an AbortError.
   */
  async load(
    page: number,
    signal: AbortSignal,
    size?: { width: number; height: number },
  ): Promise<ImageBitmap | null> {
    if (!this.#pages.has(page)) return null;
    try {
      const bitmap = await this.#load(page, signal, size);
      if (!signal.aborted) return bitmap;
      bitmap.close();
    } catch {
      // One that can't be read is none.
    }
    signal.throwIfAborted();
    // It has gone for the budget's sake, or is damaged: it may be made again.
    this.#pages.delete(page);
    this.#here.delete(page);
    return null;
  }

  /** Keeps pictures that were made. False where they can't be kept, and no more need be made. Rejects as a call does. */
  async store(made: readonly NewStoredThumbnail[]): Promise<boolean> {
    const { kitId, sha256 } = this.#document;
    if (!(await this.#bridge.reading.storeStoredThumbnails(kitId, { sha256, made: [...made] }))) return false;
    for (const { page, webp } of made) {
      (webp ? this.#pages : this.#unpaintable).add(page);
      if (webp) this.#hold(page, new Uint8Array(webp));
    }
    return true;
  }

  async #load(
    page: number,
    signal: AbortSignal,
    size?: { width: number; height: number },
  ): Promise<ImageBitmap> {
    const url = thumbnailUrl(this.#document, page);
    const here = this.#here.get(page);
    if (!here && !size) return takePicture(url, signal);
    const webp = here ?? (await readPicture(url, signal));
    signal.throwIfAborted();
    return decodePicture(webp, size);
  }

  #hold(page: number, webp: Uint8Array<ArrayBuffer>): void {
    if (this.#bytes + webp.byteLength > MOST_BYTES) return;
    this.#bytes += webp.byteLength - (this.#here.get(page)?.byteLength ?? 0);
    this.#here.set(page, webp);
  }

  #learn({ pages, unpaintable }: KnownStoredThumbnails): void {
    this.#pages.clear();
    this.#unpaintable.clear();
    for (const [runs, set] of [
      [pages, this.#pages],
      [unpaintable, this.#unpaintable],
    ] as const) {
      for (const [first, last] of runs) for (let page = first; page <= last; page += 1) set.add(page);
    }
  }
}
