/**
 * A worker thread that takes outline and text with its places from PDF documents with pdf.js. It answers each request once,
 * and goes on when it gets the next. runs-reader.ts sets the limits.
 */
import { closeSync, openSync } from 'node:fs';
import { sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import {
  type DocumentInfo,
  MAX_TITLE_LENGTH,
  type OutlineEntry,
  type PageText,
} from '../../../preload/charts/page-text.ts';
import type { DocumentProblem } from '../../../preload/document-jobs/answers.ts';
import { problemOf, TooLarge } from '../../../preload/document-jobs/job.ts';
import { BYTES_AT_ONCE, EXTRACT_PIECE_BYTES, MAX_PAGES } from '../../../preload/document-jobs/limits.ts';
import { readRuns } from '../../../preload/document-jobs/read-runs.ts';
import { readOutline, readSizes } from '../../../preload/document-jobs/shape.ts';
import { diskProblemOf } from '../disk-problem.ts';
import type { DiskProblem } from '../document-reader.ts';
import { withDocument } from '../pdfjs-document.ts';

/** Given at the start of the thread. */
export interface RunsWorkerData {
  /** Folder with the `cmaps` of pdf.js, absolute. */
  pdfjs_folder: string;
}

/** A document, or: the last answer has been taken. */
export type RunsRequest = { file: string } | 'next';

export type RunsAnswer =
  | { outline: OutlineEntry[]; info: DocumentInfo }
  | { from: number; pages: PageText[] }
  | 'done'
  | DocumentProblem
  | DiskProblem;

/** Pages of one answer. */
const BATCH = 16;

/** Called when the last answer has been taken. */
let next: (() => void) | null = null;

function send(answer: RunsAnswer): Promise<void> {
  const taken = Promise.withResolvers<void>();
  next = taken.resolve;
  parentPort?.postMessage(answer);
  return taken.promise;
}

async function readInfo(document: PDFDocumentProxy): Promise<DocumentInfo> {
  const { info } = await document.getMetadata();
  const title: unknown = 'Title' in info ? info.Title : null;
  return {
    title: typeof title === 'string' ? title.slice(0, MAX_TITLE_LENGTH).toWellFormed() || null : null,
    pages: document.numPages,
  };
}

/** Sends what a document has; the first page whose turn has not come, because too much of the file was read. */
async function take(
  document: PDFDocumentProxy,
  bytesRead: () => number,
  from: number,
): Promise<number | null> {
  if (document.numPages > MAX_PAGES) throw new TooLarge(`${document.numPages} pages`);
  if (from === 1) {
    const { pageOf } = await readSizes(document);
    await send({ outline: await readOutline(document, pageOf), info: await readInfo(document) });
  }
  for (let first = from; first <= document.numPages; first += BATCH) {
    if (bytesRead() > BYTES_AT_ONCE && first > from) return first;
    const pages: PageText[] = [];
    for (let number = first; number < Math.min(first + BATCH, document.numPages + 1); number += 1) {
      const page = await document.getPage(number);
      pages.push(await readRuns(page));
      page.cleanup();
    }
    await send({ from: first, pages });
  }
  return null;
}

async function read(file: string): Promise<RunsAnswer> {
  let fd: number | null = null;
  try {
    fd = openSync(file, 'r');
    const { pdfjs_folder } = workerData as RunsWorkerData;
    const options = { cMapUrl: `${pdfjs_folder}${sep}cmaps${sep}` };
    let from: number | null = 1;
    while (from !== null) {
      const first: number = from;
      from = await withDocument(
        fd,
        EXTRACT_PIECE_BYTES,
        (document, bytesRead) => take(document, bytesRead, first),
        options,
      );
    }
    return 'done';
  } catch (error) {
    return diskProblemOf(error) ?? problemOf(error);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

parentPort?.on('message', async (request: RunsRequest) => {
  if (request === 'next') next?.();
  else parentPort?.postMessage(await read(request.file));
});
parentPort?.postMessage('ready');
