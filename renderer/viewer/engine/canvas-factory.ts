/**
 * The canvases of PDF.js (its interface: pdfjs-dist/types/src/display/canvas_factory.d.ts). A page that was drawn in the
 * worker comes as a bitmap; PDF.js would copy it into the page's canvas, here the canvas takes it over as it is.
 */

interface CanvasAndContext {
  canvas: HTMLCanvasElement | null;
  context: CanvasRenderingContext2D | null;
}

/** For each canvas that is being painted: whether its picture comes from the worker. */
const fromWorker = new WeakMap<HTMLCanvasElement, () => boolean>();

/** Says of a canvas how its picture comes; asked when PDF.js wants to draw into it. */
export function paintsFrom(canvas: HTMLCanvasElement, isFromWorker: () => boolean): void {
  fromWorker.set(canvas, isFromWorker);
}

export class CanvasFactory {
  create(width: number, height: number): CanvasAndContext {
    if (width <= 0 || height <= 0) throw new Error('Invalid canvas size');
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (!canvas) throw new Error('Canvas is not specified');
    if (width <= 0 || height <= 0) throw new Error('Invalid canvas size');
    canvas.width = width;
    canvas.height = height;
  }

  destroy(both: CanvasAndContext): void {
    if (!both.canvas) throw new Error('Canvas is not specified');
    both.canvas.width = 0;
    both.canvas.height = 0;
    both.canvas = null;
    both.context = null;
  }

  /** What PDF.js draws a page with; for a page from the worker it only ever calls `drawImage(bitmap, 0, 0)`. */
  getNoAlphaContext(
    canvas: HTMLCanvasElement,
  ): CanvasRenderingContext2D | { drawImage(bitmap: ImageBitmap): void } | null {
    if (!fromWorker.get(canvas)?.())
      return canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    return {
      drawImage: (bitmap: ImageBitmap) =>
        canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap),
    };
  }
}
