/** Reads a page's text and its positions from a document opened with pdf.js. */
import type { PDFPageProxy } from 'pdfjs-dist';
import { MAX_PAGE_RUNS, MAX_RUN_TEXT, type PageText, type TextRun } from '../../charts/rules/page-text.ts';
import { MAX_PAGE_TEXT } from '../rules/limits.ts';
import { type Matrix, matrixOf, multiply } from './content/matrix.ts';

/** The text of a page. */
export interface ReadPage {
  /**
   * The text pieces of pdf.js in sequence, with `\n` at line ends, so that offsets match the viewer's text
   * layer. Text beyond MAX_PAGE_TEXT is left out.
   */
  text: string;
  /** Runs with their positions; empty if the page exceeds the limits. */
  runs: PageText;
}

/** Reads text and runs of a page in one pass: streaming the text is the expensive part. */
export async function readPage(page: PDFPageProxy): Promise<ReadPage> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const viewport = matrixOf(transform);
  let text = '';
  let runs: TextRun[] = [];
  let complete = true;
  const reader = page.streamTextContent().getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      for (const item of (piece.value as { items: { str?: string; hasEOL?: boolean }[] }).items) {
        if (item.str !== undefined) text += item.hasEOL ? `${item.str}\n` : item.str;
        const run = complete ? runOf(item, viewport) : null;
        if (run !== null) runs.push(run);
      }
      const isCut = text.length >= MAX_PAGE_TEXT;
      if (isCut || runs.length > MAX_PAGE_RUNS) [runs, complete] = [[], false];
      if (!isCut) continue;
      await reader.cancel(new Error('enough'));
      text = text.slice(0, MAX_PAGE_TEXT);
      break;
    }
  } finally {
    page.cleanup();
  }
  return { text: text.toWellFormed(), runs: { width, height, runs, complete } };
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
