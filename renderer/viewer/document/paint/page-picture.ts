/**
 * The pixels of a painted page, and the few, reused canvases that show them. Without a GPU, a canvas that was on the screen keeps
 * compositor memory twice the size of its pixels, in addition to them, until it is collected. So painted pages are kept as
 * bitmaps, only visible pages have a canvas, and the canvas is reused for the next page.
 */
import { dropCanvas, hiddenCanvas, showBitmap } from './canvases.ts';

/** Canvases kept for the next page that is shown. */
const SPARE_CANVASES = 1;

export class PagePicture {
  readonly width: number;
  readonly height: number;
  /** Null from the time when a canvas takes over the pixels until it has shared them. */
  #bitmap: ImageBitmap | null;
  #canvas: HTMLCanvasElement | null = null;
  #gone = false;

  private constructor(bitmap: ImageBitmap) {
    this.#bitmap = bitmap;
    this.width = bitmap.width;
    this.height = bitmap.height;
  }

  /** Takes over the pixels of a canvas, which is empty afterwards. */
  static async from(canvas: HTMLCanvasElement): Promise<PagePicture> {
    const picture = new PagePicture(await createImageBitmap(canvas));
    dropCanvas(canvas);
    return picture;
  }

  /** The source from which another picture can be made. */
  get source(): ImageBitmap | HTMLCanvasElement {
    const there = this.#bitmap ?? this.#canvas;
    if (!there) throw new Error('the picture is gone');
    return there;
  }

  /** The canvas that has the only copy of the pixels, until it has shared them. */
  get onlyIn(): HTMLCanvasElement | null {
    return this.#canvas;
  }

  /** Shows the picture at once. Canvas and picture share the pixels: a bitmap of a whole canvas is not a copy. */
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

  /** Frees the picture, except what a canvas shows of it. */
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

  /** Takes a canvas back. @returns the picture that it showed; null if the canvas is not one of these */
  take(canvas: HTMLCanvasElement): PagePicture | null {
    const picture = this.#shown.get(canvas) ?? null;
    this.#shown.delete(canvas);
    canvas.remove();
    if (picture?.onlyIn === canvas) return picture;
    if (picture && this.#spare.length < SPARE_CANVASES) this.#spare.push(canvas);
    else dropCanvas(canvas);
    return picture;
  }

  /** Frees the canvases that show nothing. */
  clear(): void {
    for (const canvas of this.#spare.splice(0)) dropCanvas(canvas);
  }
}
