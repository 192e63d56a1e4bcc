/** Pictures that are not shown in the page area: thumbnails and stored thumbnails. */
import type { PaintRequest, PdfDocument } from '../engine/pdf-engine.ts';
import type { BitmapCache, PageLook } from './bitmap-cache.ts';
import { canvasBytes, dropCanvas, hiddenCanvas } from './canvases.ts';
import { PagePicture } from './page-picture.ts';
import type { PaintPriority, PaintQueue } from './paint-queue.ts';
import {
  encodeStoredThumbnail,
  shrinkToStoredThumbnail,
  type ThumbnailPicture,
  thumbnailScale,
} from './thumbnail-picture.ts';

interface OffscreenDeps {
  document: PdfDocument;
  queue: PaintQueue;
  /** Aborts when the document is closed. */
  closed: AbortSignal;
  /** Pictures of the pages in the page area. */
  pages: BitmapCache<PagePicture>;
  small: BitmapCache<PagePicture>;
  /** The engine has done something for the page. */
  used(page: number): void;
}

export class OffscreenRenders {
  readonly #deps: OffscreenDeps;

  constructor(deps: OffscreenDeps) {
    this.#deps = deps;
  }

  /**
   * A small picture of the page, unturned, `width` canvas px wide. The caller closes the bitmap. Rejects with a PdfError or
   * an AbortError.
   */
  async thumbnail(page: number, width: number, signal: AbortSignal): Promise<ImageBitmap> {
    const { document, closed, small } = this.#deps;
    const both = AbortSignal.any([signal, closed]);
    const size = await document.pageSize(page);
    both.throwIfAborted();
    const look = { page, scale: width / size.width };
    const height = Math.max(1, Math.round(size.height * look.scale));
    const there = small.peek(look)?.source ?? this.#larger(look);
    if (there)
      // Lines thinner than the small picture's pixels still become grey.
      return createImageBitmap(there, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' });
    return this.#paint('thumbnail', look, both, async (canvas) => {
      const bitmap = await createImageBitmap(canvas);
      const picture = await PagePicture.from(canvas);
      small.put(look, picture, canvasBytes(picture));
      return bitmap;
    });
  }

  /** The page's stored thumbnail, and what is drawn on the page. Rejects with a PdfError or an AbortError. */
  async storedThumbnail(page: number, signal: AbortSignal): Promise<ThumbnailPicture> {
    const size = await this.#deps.document.pageSize(page);
    signal.throwIfAborted();
    const look = { page, scale: thumbnailScale(page, size) };
    const there = this.#larger(look);
    return there
      ? shrinkToStoredThumbnail(page, there)
      : this.#paint('stored', look, signal, (canvas) => encodeStoredThumbnail(page, canvas));
  }

  /** A stored picture of the page at least as sharp as the look, if any. */
  #larger(look: PageLook): PagePicture['source'] | null {
    const { pages } = this.#deps;
    const other = pages.nearest(look);
    return other && other.scale >= look.scale ? (pages.peek(other)?.source ?? null) : null;
  }

  /** Paints into a temporary canvas, and converts it. */
  async #paint<T>(
    priority: PaintPriority,
    request: Omit<PaintRequest, 'canvas' | 'signal'>,
    signal: AbortSignal,
    make: (canvas: HTMLCanvasElement) => Promise<T>,
  ): Promise<T> {
    const { document, queue, closed, used } = this.#deps;
    const both = AbortSignal.any([signal, closed]);
    const made: T[] = [];
    const work = async (stop: AbortSignal) => {
      const canvas = hiddenCanvas();
      try {
        await document.paint({ ...request, canvas, signal: AbortSignal.any([both, stop]) });
        made.push(await make(canvas));
      } finally {
        dropCanvas(canvas);
        used(request.page);
      }
    };
    await queue.add(priority, work, both).done;
    return made[0] as T;
  }
}
