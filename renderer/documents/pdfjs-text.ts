/** Where a page's text stands, as PDF.js's own text layer lays it out in this page. */
import { AnnotationMode, type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { LIMITS } from './messages/checks.ts';
import { FONT_FAMILIES, type PlacedRun, type PlacedText } from './messages/document.ts';
import { abortError, type PictureCall } from './messages/messages.ts';
import { drawWithoutFrames, strokesIn } from './pdfjs-internals.ts';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** Lays the text out. Resolves to one run for each of `getTextContent`. Rejects with PDF.js's errors, or an AbortError. */
export async function placeText(page: PDFPageProxy, signal: AbortSignal): Promise<PlacedText> {
  if (signal.aborted) throw abortError();
  const viewport = page.getViewport({ scale: CSS_UNITS });
  const lineEnds: boolean[] = [];
  const noting = new TransformStream<TextContent, TextContent>({
    transform(content, stream) {
      for (const item of content.items) if ('str' in item) lineEnds.push(item.hasEOL);
      stream.enqueue(content);
    },
  });
  const textContentSource = page.streamTextContent().pipeThrough(noting);
  const layer = new TextLayer({ textContentSource, container: document.createElement('div'), viewport });
  const cancel = () => layer.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await layer.render();
  } catch (error) {
    if (signal.aborted) throw abortError();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  const { pageWidth, pageHeight } = viewport.rawDims as { pageWidth: number; pageHeight: number };
  const rotation = [0, 90, 180, 270] as const;
  return {
    width: pageWidth,
    height: pageHeight,
    rotation: rotation.find((angle) => angle === viewport.rotation) ?? 0,
    runs: layer.textDivs
      .slice(0, LIMITS.runs)
      .map((element, index) => placedRun(element, lineEnds[index] ?? false)),
  };
}

/** What PDF.js has written into an element of its layer. */
function placedRun(element: HTMLElement, lineEnd: boolean): PlacedRun {
  const { style, dir } = element;
  const named = FONT_FAMILIES.find((family) => style.fontFamily.includes(family));
  return {
    text: element.textContent.slice(0, LIMITS.runLength),
    lineEnd,
    left: numberIn(style.left, 0),
    top: numberIn(style.top, 0),
    fontHeight: numberIn(style.getPropertyValue('--font-height'), 0),
    family: named ?? 'sans-serif',
    scaleX: numberIn(style.getPropertyValue('--scale-x'), 1),
    rotate: numberIn(style.getPropertyValue('--rotate'), 0),
    dir: dir === 'ltr' || dir === 'rtl' ? dir : 'auto',
  };
}

/** The number of a CSS value, within what the library takes. */
function numberIn(value: string, none: number): number {
  const number = Number.parseFloat(value);
  return Number.isFinite(number) ? Math.min(1e4, Math.max(-1e4, number)) : none;
}

/** CSS px for each PDF point. */
export const CSS_UNITS = 96 / 72;

export type Painting = Omit<PictureCall, 'name' | 'page'>;

/** The picture, of the size that is asked for. Rejects with PDF.js's errors, or an AbortError. */
export async function paintPage(
  page: PDFPageProxy,
  { scale, region, width, height, remember }: Painting,
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
    recordOperations: remember && !region && !page.recordedBBoxes,
    operationsFilter: (share ? strokesIn(page, share) : null) as never,
  });
  drawWithoutFrames(task);
  task.onContinue = afterMessages;
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

const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.onmessage = () => waiting.shift()?.();

/** Goes on behind the messages that have come: between the parts of a picture (15 ms) its painting may be stopped. */
function afterMessages(goOn: () => void): void {
  waiting.push(goOn);
  turns.port2.postMessage(null);
}
