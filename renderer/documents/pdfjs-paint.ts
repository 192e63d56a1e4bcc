/** Paints a page of PDF.js. */
import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist';
import type { PictureCall } from './messages/messages.ts';
import { abortError } from './messages/waiting.ts';
import { drawWithoutFrames, paintsFrom, strokesIn } from './pdfjs-internals.ts';

/** CSS px for each PDF point. */
export const CSS_UNITS = 96 / 72;

export type Painting = Omit<PictureCall, 'name' | 'page'>;

/** The picture, of the size that is asked for. Rejects with PDF.js's errors, or an AbortError. */
export async function paintPage(
  page: PDFPageProxy,
  { scale, region, width, height, purpose, remember }: Painting,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  if (signal.aborted) throw abortError();
  const whole = page.getViewport({ scale: CSS_UNITS * scale });
  const { x, y } = region ?? { x: 0, y: 0 };
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const share = region && {
    x: (x * scale) / whole.width,
    y: (y * scale) / whole.height,
    width: (region.width * scale) / whole.width,
    height: (region.height * scale) / whole.height,
  };
  const task = page.render({
    canvas,
    viewport: page.getViewport({ scale: CSS_UNITS * scale, offsetX: -x * scale, offsetY: -y * scale }),
    annotationMode: AnnotationMode.ENABLE,
    intent: purpose === 'print' ? 'print' : 'display',
    recordOperations: remember && !region && !page.recordedBBoxes,
    operationsFilter: (share && purpose === 'screen' ? strokesIn(page, share) : null) as never,
  });
  drawWithoutFrames(task);
  paintsFrom(canvas, () => task.isWorkerRendering);
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await task.promise;
    // A bitmap of a whole canvas shares its pixels.
    return await createImageBitmap(canvas);
  } finally {
    signal.removeEventListener('abort', cancel);
    // Chromium keeps the pixels of a detached canvas until the next collection.
    canvas.width = 0;
    canvas.height = 0;
  }
}
