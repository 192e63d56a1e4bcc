/** Reads the text of a page with its places out of an open document of pdf.js. */
import type { PDFPageProxy } from 'pdfjs-dist';
import { MAX_PAGE_RUNS, MAX_RUN_TEXT, type PageText, type TextRun } from '../../charts/rules/page-text.ts';
import { MAX_PAGE_TEXT } from '../rules/limits.ts';
import { type Matrix, matrixOf, multiply } from './content/matrix.ts';

/** A page as it is read. */
export interface ReadPage {
  /**
   * The pieces of pdf.js one after the other, `\n` where a line ends, so that places in it are those in the viewer's text
   * layer. What is beyond MAX_PAGE_TEXT is not taken.
   */
  text: string;
  /** Runs with their places; none where the page has more than is taken. */
  runs: PageText;
}

/** Text and runs of a page, in one pass: the streaming of its text is what costs. */
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
