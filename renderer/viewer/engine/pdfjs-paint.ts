/** Paints a page of PDF.js into a canvas. */
import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist';
import type { PaintRequest } from './pdf-engine.ts';
import { drawWithoutFrames, paintsFrom, strokesIn } from './pdfjs-internals.ts';
import { abortError } from './waiting.ts';

/** CSS px for each PDF point. */
export const CSS_UNITS = 96 / 72;

/** Paints, and sets the canvas's size. Rejects with PDF.js's errors, or an AbortError. */
export async function paintPage(page: PDFPageProxy, request: Omit<PaintRequest, 'page'>): Promise<void> {
  const { canvas, scale, region, signal, purpose = 'screen', remember = false } = request;
  if (signal.aborted) throw abortError();
  const whole = page.getViewport({ scale: CSS_UNITS * scale });
  const part = region ?? { x: 0, y: 0, width: whole.width / scale, height: whole.height / scale };
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const share = region && {
    x: (part.x * scale) / whole.width,
    y: (part.y * scale) / whole.height,
    width: (part.width * scale) / whole.width,
    height: (part.height * scale) / whole.height,
  };
  const task = page.render({
    canvas,
    viewport: page.getViewport({
      scale: CSS_UNITS * scale,
      offsetX: -part.x * scale,
      offsetY: -part.y * scale,
    }),
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
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
