/** Paints the pages of one open document: a queue by priority, and a cache of what was painted. */
import type { PageRegion, PaintRequest, PdfDocument } from '../engine/pdf-engine.ts';
import { noteReading } from './activity.ts';
import { BitmapCache, lookKey, type PageLook } from './bitmap-cache.ts';
import { canvasBytes, dropCanvas, hiddenCanvas } from './canvases.ts';
import { PagePicture, PictureCanvases } from './page-picture.ts';
import { type PaintJob, type PaintPriority, PaintQueue } from './paint-queue.ts';
import {
  encodeStoredThumbnail,
  shrinkToStoredThumbnail,
  type ThumbnailPicture,
  thumbnailScale,
} from './thumbnail-picture.ts';

/** Bytes of pixels kept for pages, including visible ones, and for small pictures. */
const PAGE_BUDGET = 64 * 1024 * 1024;
/** Hidden pages whose pictures are kept, including neighbours: painting an earlier page again takes a tenth of a second. */
const KEPT_PAGES = 3;
/** Bytes of all of them: two A4 pages as wide as a window of 1280 px, or all three at a smaller zoom. */
const KEPT_BYTES = 24 * 1024 * 1024;
const SMALL_BUDGET = 10 * 1024 * 1024;

interface Pending extends PaintJob {
  /** Stops the job when nobody waits for it any more. */
  stop: AbortController;
  waiting: number;
}

const painters = new WeakMap<PdfDocument, PagePainter>();
/** The painters whose pages are, or were, visible. */
const read = new Set<PagePainter>();

/** Whether a document is open to be read; one that is open in the background is not. */
export function isBeingRead(): boolean {
  return read.size > 0;
}

let lastScale = 1;

/** The scale of the last page that was painted to be read; 1 before the first. */
export function scaleLastRead(): number {
  return lastScale;
}

/** The painter of an open document; it ends with the document. */
export function painterOf(document: PdfDocument): PagePainter {
  let painter = painters.get(document);
  if (!painter) {
    painter = new PagePainter(document);
    painters.set(document, painter);
  }
  return painter;
}

function drop(picture: PagePicture): void {
  picture.drop();
}

export class PagePainter {
  readonly document: PdfDocument;
  readonly #queue = new PaintQueue();
  readonly #pages = new BitmapCache<PagePicture>(PAGE_BUDGET, drop, KEPT_PAGES, KEPT_BYTES);
  readonly #small = new BitmapCache<PagePicture>(SMALL_BUDGET, drop);
  readonly #canvases = new PictureCanvases();
  readonly #pending = new Map<string, Pending>();
  readonly #closed = new AbortController();
  readonly #holds: PageHolds;

  constructor(document: PdfDocument) {
    this.document = document;
    this.#holds = new PageHolds(
      (page) => document.release(page),
      () => this.busyInSight,
    );
    document.onClose?.(() => this.close());
  }

  /** Whether a visible page is being painted. */
  get busyInSight(): boolean {
    return this.#queue.busyInSight;
  }

  /** Other pages of the document have become visible. */
  noteInSight(): void {
    noteReading();
    if (!this.#closed.signal.aborted) read.add(this);
  }

  /** A canvas with the picture of a page, painted before: on loan until `giveBack`. Null if there is none. */
  lend(look: PageLook): HTMLCanvasElement | null {
    return this.#show(this.#pages.lend(look));
  }

  /** A picture of the page in the nearest size, to show until the right one is painted; on loan. */
  lendSimilar(look: PageLook): { canvas: HTMLCanvasElement; look: PageLook } | null {
    const cache = this.#pages.nearest(look) ? this.#pages : this.#small;
    const near = cache.nearest(look);
    const canvas = near ? this.#show(cache.lend(near)) : null;
    return near && canvas ? { canvas, look: near } : null;
  }

  /** Takes back what was lent. */
  giveBack(canvas: HTMLCanvasElement): void {
    const picture = this.#canvases.take(canvas);
    if (this.#closed.signal.aborted) this.#canvases.clear();
    if (!picture) return;
    if (this.#small.holds(picture)) this.#small.giveBack(picture);
    else this.#pages.giveBack(picture);
  }

  /**
   * Paints the picture; afterwards `lend` returns it. `parts`: sharper parts of the page will be painted after it.
   * Rejects with a PdfError or an AbortError.
   */
  async paint(look: PageLook, priority: PaintPriority, signal: AbortSignal, parts = false): Promise<void> {
    signal.throwIfAborted();
    const key = lookKey(look);
    if (priority === 'visible') {
      lastScale = look.scale;
      // Nobody waits for a page in sight in another size.
      for (const [other, { stop }] of this.#pending)
        if (other !== key && other.startsWith(`${look.page}/`)) stop.abort();
    }
    if (this.#pages.has(look)) return;
    const pending = this.#pending.get(key) ?? this.#start(key, look, priority, parts);
    pending.raise(priority);
    pending.waiting += 1;
    const leave = Promise.withResolvers<never>();
    const onAbort = () => leave.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([pending.done, leave.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      pending.waiting -= 1;
      if (pending.waiting === 0) pending.stop.abort();
    }
  }

  /** Paints only a part of a page, for sharpness at high zoom; not kept. */
  paintPart(
    look: PageLook,
    region: PageRegion,
    canvas: HTMLCanvasElement,
    signal: AbortSignal,
  ): Promise<void> {
    const both = AbortSignal.any([signal, this.#closed.signal]);
    const work = (stop: AbortSignal) =>
      this.document.paint({ ...look, region, canvas, signal: AbortSignal.any([both, stop]) });
    return this.#queue.add('visible', work, both).done;
  }

  /**
   * A small picture of the page, unturned, `width` canvas px wide. The caller closes the bitmap. Rejects with a PdfError or
   * an AbortError.
   */
  async thumbnail(page: number, width: number, signal: AbortSignal): Promise<ImageBitmap> {
    const size = await this.document.pageSize(page);
    signal.throwIfAborted();
    const look = { page, scale: width / size.width };
    const height = Math.max(1, Math.round(size.height * look.scale));
    const there = this.#small.peek(look)?.source ?? this.#larger(look);
    if (there)
      // Lines thinner than the small picture's pixels still become grey.
      return createImageBitmap(there, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' });
    return this.#paintAside('thumbnail', look, signal, async (canvas) => {
      const bitmap = await createImageBitmap(canvas);
      const picture = await PagePicture.from(canvas);
      this.#small.put(look, picture, canvasBytes(picture));
      return bitmap;
    });
  }

  /** The page's stored thumbnail, and what is drawn on the page. Rejects with a PdfError or an AbortError. */
  async storedThumbnail(page: number, signal: AbortSignal): Promise<ThumbnailPicture> {
    const size = await this.document.pageSize(page);
    signal.throwIfAborted();
    const look = { page, scale: thumbnailScale(page, size) };
    const there = this.#larger(look);
    return there
      ? shrinkToStoredThumbnail(page, there)
      : this.#paintAside('stored', look, signal, (canvas) => encodeStoredThumbnail(page, canvas));
  }

  /** Registers a view of the page, for which the engine keeps its data. Returns a function that unregisters it. */
  hold(page: number): () => void {
    return this.#holds.hold(page);
  }

  /** Ends all painting and frees all pictures. */
  close(): void {
    this.#holds.close();
    read.delete(this);
    this.#closed.abort(new DOMException('closed', 'AbortError'));
    this.#pages.clear();
    this.#small.clear();
    this.#canvases.clear();
  }

  #start(key: string, look: PageLook, priority: PaintPriority, parts: boolean): Pending {
    const stop = new AbortController();
    const both = AbortSignal.any([stop.signal, this.#closed.signal]);
    const work = async (stopped: AbortSignal) => {
      const canvas = hiddenCanvas();
      try {
        const signal = AbortSignal.any([both, stopped]);
        await this.document.paint({ ...look, canvas, signal, remember: parts });
        signal.throwIfAborted();
        const picture = await PagePicture.from(canvas);
        this.#pages.put(look, picture, canvasBytes(picture));
      } catch (error) {
        dropCanvas(canvas);
        throw error;
      } finally {
        this.#holds.used(look.page);
      }
    };
    const added = this.#queue.add(priority, work, both);
    const pending: Pending = { ...added, stop, waiting: 0 };
    const end = () => {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    };
    stop.signal.addEventListener('abort', end, { once: true });
    added.done.then(end, end);
    this.#pending.set(key, pending);
    return pending;
  }

  /** A kept picture of the page at least as sharp as the look, if any. */
  #larger(look: PageLook): PagePicture['source'] | null {
    const other = this.#pages.nearest(look);
    return other && other.scale >= look.scale ? (this.#pages.peek(other)?.source ?? null) : null;
  }

  /** Paints into a temporary canvas, and converts it. */
  async #paintAside<T>(
    priority: PaintPriority,
    request: Omit<PaintRequest, 'canvas' | 'signal'>,
    signal: AbortSignal,
    make: (canvas: HTMLCanvasElement) => Promise<T>,
  ): Promise<T> {
    const both = AbortSignal.any([signal, this.#closed.signal]);
    const made: T[] = [];
    const work = async (stop: AbortSignal) => {
      const canvas = hiddenCanvas();
      try {
        await this.document.paint({ ...request, canvas, signal: AbortSignal.any([both, stop]) });
        made.push(await make(canvas));
      } finally {
        dropCanvas(canvas);
        this.#holds.used(request.page);
      }
    };
    await this.#queue.add(priority, work, both).done;
    return made[0] as T;
  }

  #show(picture: PagePicture | null): HTMLCanvasElement | null {
    return picture && this.#canvases.show(picture);
  }
}

/** How long the engine keeps pages that were left, ms: releasing them must not delay the visible page. */
const RELEASE_MS = 300;

/** Tracks which pages have views; the engine releases the others when no visible page is waiting. */
class PageHolds {
  readonly #held = new Map<number, number>();
  readonly #leaving = new Set<number>();
  readonly #release: (page: number) => void;
  readonly #busy: () => boolean;
  #releasing: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** @param busy whether a visible page is being painted */
  constructor(release: (page: number) => void, busy: () => boolean) {
    this.#release = release;
    this.#busy = busy;
  }

  /** Registers a view of the page. Returns a function that unregisters it. */
  hold(page: number): () => void {
    this.#held.set(page, (this.#held.get(page) ?? 0) + 1);
    return () => {
      const left = (this.#held.get(page) ?? 1) - 1;
      if (left > 0) this.#held.set(page, left);
      else this.#held.delete(page);
      this.used(page);
    };
  }

  /** The engine has used the page: it is released later unless a view holds it. */
  used(page: number): void {
    if (this.#held.has(page) || this.#closed) return;
    this.#leaving.add(page);
    this.#releasing ??= setTimeout(() => this.#releaseLeft(), RELEASE_MS);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#releasing);
  }

  #releaseLeft(): void {
    this.#releasing = undefined;
    if (this.#closed) return;
    if (this.#busy()) {
      this.#releasing = setTimeout(() => this.#releaseLeft(), RELEASE_MS);
      return;
    }
    for (const page of this.#leaving) if (!this.#held.has(page)) this.#release(page);
    this.#leaving.clear();
  }
}
