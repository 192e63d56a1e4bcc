/** Reads the drawing of a document's pages, one after the other. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { PageContent } from '../../comparison/rules/page-content.ts';
import { CONTENT_BYTES_AT_ONCE, EXTRACT_PIECE_BYTES, MAX_PAGES } from '../rules/limits.ts';
import type { ContentPiece, ContentTask, ShapePiece } from './answers.ts';
import { type Layers, readContent } from './read-content.ts';

type Open = <T>(
  piece_bytes: number,
  use: (document: PDFDocumentProxy, bytesRead: () => number) => Promise<T>,
) => Promise<T>;
type Send = (answer: ShapePiece | ContentPiece) => Promise<number>;

/** Sends the contents of the wanted pages. @param sendShape sends sizes and outline */
export async function readContents(
  task: ContentTask,
  open: Open,
  send: Send,
  sendShape: (document: PDFDocumentProxy) => Promise<number>,
): Promise<'done'> {
  let { from, shape } = task;
  const skipped = new Set(task.skip);
  for (let isDone = false; !isDone; ) {
    isDone = await open(EXTRACT_PIECE_BYTES, async (document, bytesRead) => {
      if (shape) await sendShape(document);
      shape = false;
      const last = Math.min(document.numPages, MAX_PAGES);
      const layers = await document.getOptionalContentConfig();
      for (const first = from; from <= last; from += 1) {
        if (skipped.has(from)) continue;
        if (bytesRead() > CONTENT_BYTES_AT_ONCE && from > first) return false;
        await send({ page: from, content: await contentOf(document, from, layers) });
      }
      return true;
    });
  }
  return 'done';
}

/** The drawing of a page; null if pdf.js rejects it: one bad page must not prevent the comparison of the others. */
async function contentOf(
  document: PDFDocumentProxy,
  number: number,
  layers: Layers,
): Promise<PageContent | null> {
  try {
    const page = await document.getPage(number);
    const content = await readContent(page, layers);
    page.cleanup();
    return content;
  } catch (error) {
    // A document closed meanwhile is not the page's fault.
    if (document.loadingTask.destroyed) throw error;
    return null;
  }
}
