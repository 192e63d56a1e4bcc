/** A worker thread that opens PDF documents with pdf.js and counts their pages. page-counter.ts sets the limits. */
import { closeSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type DocumentProblem, problemOf, withDocument } from './pdfjs-document.ts';

/** The worker is sent the path of a document; it answers with the number of pages, or why there is none. */
export type VerifyAnswer = { pages: number } | DocumentProblem;

/**
 * pdf.js reads pieces of this size, bytes. Small, because it visits the page tree object by object: with its usual
 * 64 KiB, opening a kit of 200 MB touched 30 MB more.
 */
const PIECE_BYTES = 8 * 1024;

async function answer(file: string): Promise<VerifyAnswer> {
  let fd: number | null = null;
  try {
    fd = openSync(file, 'r');
    return await withDocument(fd, PIECE_BYTES, async (document) => {
      if (document.numPages < 1) throw new Error('no pages');
      await document.getPage(1);
      return { pages: document.numPages };
    });
  } catch (error) {
    return problemOf(error);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

parentPort?.on('message', async (file: string) => {
  parentPort?.postMessage(await answer(file));
});
parentPort?.postMessage('ready');
