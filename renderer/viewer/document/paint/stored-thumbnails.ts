import type {
  StoredThumbnails as KnownStoredThumbnails,
  NewStoredThumbnails,
} from '../../../../preload/contract.ts';
import type { Bridge } from '../../../shell/state/bridge.ts';

export type NewStoredThumbnail = NewStoredThumbnails['made'][number];

/** Pages that are read ahead together, the most that the main process allows (main/reading/picture-responder.ts). */
const AT_ONCE = 64;
/** Bytes kept in memory for one document: about a thousand pages. Further pages are read when they are shown. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The stored thumbnails of one document: which pages have one, and the pictures as stored on this laptop. */
export class StoredThumbnails {
  readonly #document: { kitId: string; sha256: string };
  readonly #bridge: Pick<Bridge, 'reading'>;
  readonly #pages = new Set<number>();
  readonly #unpaintable = new Set<number>();
  /** The pictures that were read ahead, still encoded. */
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

  /** Whether the page has no thumbnail and may get one. */
  lacks(page: number): boolean {
    return !this.#pages.has(page) && !this.#unpaintable.has(page);
  }

  /** Reads again which pages have a thumbnail. Rejects as a call does. */
  async refresh(): Promise<void> {
    this.#learn(await this.#bridge.reading.thumbnails(this.#document.kitId));
  }

  /** Reads the pictures ahead, so they can be shown without reading the disk. Rejects with an AbortError. */
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

  /** The picture of a page that was read before its view was drawn, or null. The caller closes it. */
  takeAhead(page: number): ImageBitmap | null {
    return takeDecoded(thumbnailUrl(this.#document, page));
  }

  /**
   * The picture of a page, decoded off the main thread, scaled to `size` (px) if given; null if there is none. The caller
   * closes it. Rejects with an AbortError.
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
      // An unreadable picture counts as missing.
    }
    signal.throwIfAborted();
    // It was removed to save space, or is damaged: it may be made again.
    this.#pages.delete(page);
    this.#here.delete(page);
    return null;
  }

  /** Stores new pictures. False if they can't be stored, so no more should be made. Rejects as a call does. */
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

interface Ahead {
  url: string;
  abort: AbortController;
  reading: Promise<ImageBitmap>;
  /** Null until it is read. */
  bitmap: ImageBitmap | null;
}

/** The thumbnail that is read ahead. */
let ahead: Ahead | null = null;

/** The path of a page's stored thumbnail, or of a range of pages. The document's hash makes it unique to the document. */
export function thumbnailUrl(
  { kitId, sha256 }: { kitId: string; sha256: string },
  pages: number | string,
): string {
  return `/thumbnails/${kitId}/${pages}?v=${sha256.slice(0, 16)}`;
}

/**
 * Decodes with WebCodecs: `createImageBitmap` of a blob sends the bytes through the browser process and takes three times as long.
 *
 * @param size px; the picture's own size by default
 */
async function decodePicture(
  webp: Uint8Array<ArrayBuffer>,
  size?: { width: number; height: number },
): Promise<ImageBitmap> {
  const decoder = new ImageDecoder({ data: webp, type: 'image/webp' });
  try {
    const { image } = await decoder.decode();
    try {
      const resized = size && { resizeWidth: size.width, resizeHeight: size.height };
      return await createImageBitmap(image, resized && { ...resized, resizeQuality: 'high' });
    } finally {
      image.close();
    }
  } finally {
    decoder.close();
  }
}

/** The bytes of a stored thumbnail, WebP. Rejects if there is none, and with an AbortError. */
async function readPicture(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url, { signal, priority: 'high' });
  if (!answer.ok) throw new Error(`the picture was answered with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Reads a picture ahead, and frees the one read before. Returns a function that frees it. */
export function readPictureAhead(url: string): () => void {
  letGo(ahead);
  const abort = new AbortController();
  const reading = readPicture(url, abort.signal).then((webp) => decodePicture(webp));
  const mine: Ahead = { url, abort, bitmap: null, reading };
  reading.then(
    (bitmap) => {
      if (abort.signal.aborted) bitmap.close();
      else mine.bitmap = bitmap;
    },
    () => letGo(mine),
  );
  ahead = mine;
  return () => letGo(mine);
}

function letGo(one: Ahead | null): void {
  if (!one || ahead !== one) return;
  ahead = null;
  one.abort.abort();
  one.bitmap?.close();
}

/** The picture that was read ahead, or null if it is not there yet. The caller closes or shows it. */
export function takeDecoded(url: string): ImageBitmap | null {
  const bitmap = ahead?.url === url ? ahead.bitmap : null;
  if (bitmap) ahead = null;
  return bitmap;
}

/** The picture, read ahead or now. The caller closes it. Rejects if there is none, and may reject with an AbortError. */
export function takePicture(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const mine = ahead?.url === url ? ahead : null;
  if (mine) ahead = null;
  return mine?.reading ?? readPicture(url, signal).then((webp) => decodePicture(webp));
}
