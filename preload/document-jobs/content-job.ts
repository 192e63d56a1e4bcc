/** Reads what the pages of a document draw, one after the other. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { ContentPiece, ContentTask, ShapePiece } from './answers.ts';
import { BYTES_AT_ONCE, EXTRACT_PIECE_BYTES, MAX_PAGES } from './limits.ts';
import { readContent } from './read-content.ts';

type Open = <T>(
  piece_bytes: number,
  use: (document: PDFDocumentProxy, bytesRead: () => number) => Promise<T>,
) => Promise<T>;
type Send = (answer: ShapePiece | ContentPiece) => Promise<number>;

/** Sends the contents of the pages that are wanted. @param sendShape sends sizes and outline */
export async function readContents(
  task: ContentTask,
  open: Open,
  send: Send,
  sendShape: (document: PDFDocumentProxy) => Promise<number>,
): Promise<'done'> {
  let { from, shape } = task;
  for (let isDone = false; !isDone; ) {
    isDone = await open(EXTRACT_PIECE_BYTES, async (document, bytesRead) => {
      if (shape) await sendShape(document);
      shape = false;
      const last = Math.min(task.to, document.numPages, MAX_PAGES);
      const layers = await document.getOptionalContentConfig();
      for (const first = from; from <= last; from += 1) {
        if (bytesRead() > BYTES_AT_ONCE && from > first) return false;
        const page = await document.getPage(from);
        const content = await readContent(page, layers);
        page.cleanup();
        await send({ page: from, content });
      }
      return true;
    });
  }
  return 'done';
}
