/**
 * A worker thread that takes sizes, outline and text from PDF documents with pdf.js. It answers each request once, and takes
 * no further pages before the next one, so that what it took is never far ahead of what is kept. text-extractor.ts sets the
 * limits.
 */
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { FileTransport } from '../file-transport.ts';
import { type DocumentProblem, problemOf, withDocument } from '../pdfjs-document.ts';
import { readOutline, readSizes, readText } from './document-shape.ts';
import type { OutlineLine } from './headings.ts';
import { MAX_DOCUMENT_TEXT, MAX_PAGES } from './limits.ts';
import type { PageSize } from './prepared-store.ts';

/** Given at the start of the thread. */
export interface ExtractWorkerData {
  /** Folder with the `cmaps` of pdf.js, absolute. */
  pdfjs_folder: string;
}

export interface ExtractTask {
  /** The document, absolute. */
  file: string;
  /** Text is taken from this page on. */
  from: number;
  /** Whether sizes and outline are wanted. */
  shape: boolean;
  /** Pages of the first batch. */
  batch: number;
}

/** A document, or: the last answer has been taken, so many pages are wanted next. */
export type ExtractRequest = ExtractTask | { batch: number };

export type ExtractAnswer =
  | { sizes: PageSize[]; outline: OutlineLine[] }
  | { from: number; texts: string[] }
  | 'done'
  | DocumentProblem
  | { problem: 'too_large'; reason: string };

class TooLarge extends Error {}

/** pdf.js reads pieces of this size, bytes: the text of a page is rarely larger. */
const PIECE_BYTES = 64 * 1024;

/** After so much of the file, bytes, the document is opened again, so that memory stays bounded in a kit of any size. */
const BYTES_AT_ONCE = 64 * 1024 ** 2;

/** Pages that are taken at a time: pdf.js waits for the system's inflating now and then. */
const AT_ONCE = 2;

/** Called with the pages of the next batch. */
let next: ((batch: number) => void) | null = null;
/** Text taken from the present document, UTF-16 code units. */
let taken = 0;

/** Sends an answer and waits until it has been taken. @returns pages of the next batch */
function send(answer: ExtractAnswer): Promise<number> {
  const received = Promise.withResolvers<number>();
  next = received.resolve;
  parentPort?.postMessage(answer);
  return received.promise;
}

/** Sends what the task wants; the first page whose turn has not come, because too much of the file was read. */
async function take(
  document: PDFDocumentProxy,
  transport: FileTransport,
  task: ExtractTask,
): Promise<number | null> {
  const { from } = task;
  if (document.numPages > MAX_PAGES) throw new TooLarge(`${document.numPages} pages`);
  if (task.shape) {
    const { sizes, pageOf } = await readSizes(document);
    task.batch = await send({ sizes, outline: await readOutline(document, pageOf) });
  }
  for (let first = from; first <= document.numPages; ) {
    if (transport.bytesRead > BYTES_AT_ONCE && first > from) return first;
    const texts: string[] = [];
    const end = Math.min(first + task.batch, document.numPages + 1);
    for (let page = first; page < end; page += AT_ONCE) {
      const pages = Array.from({ length: Math.min(AT_ONCE, end - page) }, (_, index) => page + index);
      texts.push(...(await Promise.all(pages.map((one) => readText(document, one)))));
    }
    taken += texts.reduce((sum, text) => sum + text.length, 0);
    if (taken > MAX_DOCUMENT_TEXT) throw new TooLarge('more text than is taken in');
    task.batch = await send({ from: first, texts });
    first = end;
  }
  return null;
}

async function extract(task: ExtractTask): Promise<void> {
  const { pdfjs_folder } = workerData as ExtractWorkerData;
  // Maps from a document's codes to characters, for Chinese, Japanese and Korean.
  const cMapUrl = `${pdfjs_folder}${sep}cmaps${sep}`;
  taken = 0;
  const fd = openSync(task.file, 'r');
  try {
    for (;;) {
      const left = await withDocument(
        fd,
        PIECE_BYTES,
        (document, transport) => take(document, transport, task),
        { cMapUrl },
      );
      if (left === null) return;
      Object.assign(task, { from: left, shape: false });
    }
  } finally {
    closeSync(fd);
  }
}

async function answer(task: ExtractTask): Promise<ExtractAnswer> {
  try {
    await extract(task);
    return 'done';
  } catch (error) {
    return error instanceof TooLarge ? { problem: 'too_large', reason: error.message } : problemOf(error);
  }
}

parentPort?.on('message', async (request: ExtractRequest) => {
  if ('file' in request) parentPort?.postMessage(await answer(request));
  else next?.(request.batch);
});
// Linux gives each thread a priority of its own (setpriority(2), "C library/kernel differences"); elsewhere this would
// slow the whole app down.
if (process.platform === 'linux') setPriority(10);
parentPort?.postMessage('ready');
