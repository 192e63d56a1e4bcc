/** Paints a page of PDF.js into a canvas. */
import { AnnotationMode, type PDFPageProxy, type RenderTask } from 'pdfjs-dist';
import { paintsFrom } from './canvas-factory.ts';
import type { PageRegion, PaintRequest, QuarterTurn } from './pdf-engine.ts';
import { addTurns, turnedShare } from './turned.ts';
import { abortError } from './waiting.ts';

/** CSS px for each PDF point. */
export const CSS_UNITS = 96 / 72;

/** Where each stroke of a page lies, in shares of the page (pdfjs-dist, BBoxReader). */
interface Strokes {
  readonly length: number;
  isEmpty(index: number): boolean;
  minX(index: number): number;
  minY(index: number): number;
  maxX(index: number): number;
  maxY(index: number): number;
}

/** The turn at which PDF.js took the strokes of a page. */
const strokesTurn = new WeakMap<PDFPageProxy, QuarterTurn>();

function strokesIn(
  page: PDFPageProxy,
  share: PageRegion,
  turn: QuarterTurn,
): ((index: number) => boolean) | null {
  const strokes = page.recordedBBoxes as unknown as Strokes | null;
  if (!strokes) return null;
  const { x, y, width, height } = turnedShare(share, addTurns(strokesTurn.get(page) ?? 0, -turn));
  return (index) =>
    // What was drawn after the strokes were taken (it can't be told where) is drawn.
    index >= strokes.length ||
    (!strokes.isEmpty(index) &&
      strokes.minX(index) <= x + width &&
      strokes.maxX(index) >= x &&
      strokes.minY(index) <= y + height &&
      strokes.maxY(index) >= y);
}

/**
 * PDF.js waits for a frame of the window before each part of a page, which spares the thread that draws; where a worker
 * draws, that only costs time, and a hidden window would wait for ever. What a later PDF.js calls otherwise stays as it is.
 */
function drawWithoutFrames(task: RenderTask): void {
  const inner: unknown = Reflect.get(task, '_internalRenderTask');
  if (inner === null || typeof inner !== 'object' || !('_useRequestAnimationFrame' in inner)) return;
  const wanted = inner._useRequestAnimationFrame;
  Object.defineProperty(inner, '_useRequestAnimationFrame', { get: () => wanted && !task.isWorkerRendering });
}

/** Paints, and sets the canvas's size. Rejects with PDF.js's errors, or an AbortError. */
export async function paintPage(page: PDFPageProxy, request: Omit<PaintRequest, 'page'>): Promise<void> {
  const { canvas, scale, region, signal, turn = 0, purpose = 'screen', remember = false } = request;
  if (signal.aborted) throw abortError();
  const rotation = addTurns(page.rotate, turn);
  const whole = page.getViewport({ scale: CSS_UNITS * scale, rotation });
  const part = region ?? { x: 0, y: 0, width: whole.width / scale, height: whole.height / scale };
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const share = region && {
    x: (part.x * scale) / whole.width,
    y: (part.y * scale) / whole.height,
    width: (part.width * scale) / whole.width,
    height: (part.height * scale) / whole.height,
  };
  const recording = remember && !region && !page.recordedBBoxes;
  if (recording) strokesTurn.set(page, turn);
  const task = page.render({
    canvas,
    viewport: page.getViewport({
      scale: CSS_UNITS * scale,
      rotation,
      offsetX: -part.x * scale,
      offsetY: -part.y * scale,
    }),
    annotationMode: AnnotationMode.ENABLE,
    intent: purpose === 'print' ? 'print' : 'display',
    recordOperations: recording,
    operationsFilter: (share && purpose === 'screen' ? strokesIn(page, share, turn) : null) as never,
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
