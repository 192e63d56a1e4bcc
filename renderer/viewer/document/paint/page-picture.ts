/**
 * The pixels of a painted page, and the canvases that show them: few, and handed on. Where Chromium draws without a GPU, a canvas that
 * was on the screen keeps memory for the compositor beside its pixels, twice as much as they, until it is collected. So painted pages
 * are kept as bitmaps, only pages in sight have a canvas, and it is handed on to the next page.
 */
import { showBitmap } from '../engine/show-bitmap.ts';
import { dropCanvas, hiddenCanvas } from './canvases.ts';

/** Canvases kept for the next page that is shown. */
const SPARE_CANVASES = 1;

export class PagePicture {
  readonly width: number;
  readonly height: number;
  /** Null from when a canvas takes the pixels over until it has shared them. */
  #bitmap: ImageBitmap | null;
  #canvas: HTMLCanvasElement | null = null;
  #gone = false;

  private constructor(bitmap: ImageBitmap) {
    this.#bitmap = bitmap;
    this.width = bitmap.width;
    this.height = bitmap.height;
  }

  /** Takes over what was painted into a canvas, which is empty afterwards. */
  static async from(canvas: HTMLCanvasElement): Promise<PagePicture> {
    const picture = new PagePicture(await createImageBitmap(canvas));
    dropCanvas(canvas);
    return picture;
  }

  /** What another picture can be made from. */
  get source(): ImageBitmap | HTMLCanvasElement {
    const there = this.#bitmap ?? this.#canvas;
    if (!there) throw new Error('the picture is gone');
    return there;
  }

  /** The canvas that alone has the pixels, for the moment until it has shared them. */
  get onlyIn(): HTMLCanvasElement | null {
    return this.#canvas;
  }

  /** Shows it, at once. The canvas and the picture share the same pixels: a bitmap of a whole canvas is no copy. */
  showIn(canvas: HTMLCanvasElement): void {
    if (!this.#bitmap) return;
    showBitmap(canvas, this.#bitmap);
    this.#bitmap = null;
    this.#canvas = canvas;
    void createImageBitmap(canvas).then((shared) => {
      this.#canvas = null;
      if (this.#gone) shared.close();
      else this.#bitmap = shared;
    });
  }

  /** Frees it, but for what a canvas shows of it. */
  drop(): void {
    this.#gone = true;
    this.#bitmap?.close();
    this.#bitmap = null;
  }
}

/** The canvases that show pictures. */
export class PictureCanvases {
  readonly #spare: HTMLCanvasElement[] = [];
  readonly #shown = new Map<HTMLCanvasElement, PagePicture>();

  /** A canvas with the picture. */
  show(picture: PagePicture): HTMLCanvasElement {
    const canvas = picture.onlyIn ?? this.#spare.pop() ?? hiddenCanvas();
    picture.showIn(canvas);
    this.#shown.set(canvas, picture);
    return canvas;
  }

  /** Takes a canvas back. @returns the picture that it showed; null where it is none of these */
  take(canvas: HTMLCanvasElement): PagePicture | null {
    const picture = this.#shown.get(canvas) ?? null;
    this.#shown.delete(canvas);
    canvas.remove();
    if (picture?.onlyIn === canvas) return picture;
    if (picture && this.#spare.length < SPARE_CANVASES) this.#spare.push(canvas);
    else dropCanvas(canvas);
    return picture;
  }

  /** Frees those that show nothing. */
  clear(): void {
    for (const canvas of this.#spare.splice(0)) dropCanvas(canvas);
  }
}
