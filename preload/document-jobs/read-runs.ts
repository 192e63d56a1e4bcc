/** Reads the text of a page with its places out of an open document of pdf.js. */
import type { PDFPageProxy } from 'pdfjs-dist';
import { MAX_PAGE_RUNS, MAX_RUN_TEXT, type PageText, type TextRun } from '../charts/page-text.ts';
import { MAX_PAGE_TEXT } from './limits.ts';

/** A matrix of PDF (ISO 32000-1, 8.3.3). */
type Matrix = [number, number, number, number, number, number];

/** The text of a page with its places; what is beyond the limits is not taken, and the page is then not complete. */
export async function readRuns(page: PDFPageProxy): Promise<PageText> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const runs: TextRun[] = [];
  let length = 0;
  const reader = page.streamTextContent().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    for (const item of (piece.value as { items: object[] }).items) {
      const run = runOf(item, transform as Matrix);
      if (run === null) continue;
      runs.push(run);
      length += run.text.length;
    }
    if (runs.length > MAX_PAGE_RUNS || length > MAX_PAGE_TEXT) {
      await reader.cancel(new Error('enough'));
      return { width, height, runs: [], complete: false };
    }
  }
  return { width, height, runs, complete: true };
}

function runOf(item: object, viewport: Matrix): TextRun | null {
  if (!('str' in item) || !('transform' in item) || !('width' in item) || item.str === '') return null;
  const [a, b, c, d, x, y] = multiply(viewport, item.transform as Matrix);
  return {
    text: String(item.str).slice(0, MAX_RUN_TEXT).toWellFormed(),
    x,
    y,
    width: Number(item.width),
    size: Math.hypot(c, d),
    angle: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

/** First `second`, then `first`. */
function multiply([a, b, c, d, e, f]: Matrix, second: Matrix): Matrix {
  const [g, h, i, j, k, l] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
