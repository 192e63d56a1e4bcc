/**
 * A worker thread that takes sizes, outline and text from PDF documents with pdf.js. A thread of its own, so that the
 * window's main process never waits for it, and so that a document made to hang or to fill the memory can be ended with
 * it: text-extractor.ts sets the limits. It sends a batch of pages and waits for `go`, so that what it took is never far
 * ahead of what is kept.
 */
import '../verify-environment.ts';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import {
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { FileTransport } from '../file-transport.ts';
import { readOutline, readSizes, readText } from './document-shape.ts';
import type { OutlineLine } from './headings.ts';
import { MAX_DOCUMENT_TEXT, MAX_PAGES } from './limits.ts';
import type { PageSize } from './prepared-store.ts';

/** Given at the start of the thread. */
export interface ExtractWorkerData {
  /** Folder with the `cmaps` of pdf.js, absolute. */
  pdfjs_folder: string;
}

export type ExtractRequest =
  | {
      kind: 'extract';
      id: number;
      file: string;
      /** Text is taken from this page on. */
      from: number;
      /** Whether sizes and outline are wanted. */
      shape: boolean;
      /** Pages of the first batch. */
      batch: number;
    }
  /** The last answer has been taken; pages of the next batch. */
  | { kind: 'go'; id: number; batch: number };

export type ExtractAnswer =
  | { kind: 'shape'; id: number; sizes: PageSize[]; outline: OutlineLine[] }
  | { kind: 'texts'; id: number; from: number; texts: string[] }
  | { kind: 'done'; id: number }
  | {
      kind: 'problem';
      id: number;
      problem: 'password' | 'unsound' | 'too_large' | 'disk';
      reason: string;
      code: string | undefined;
    };

class TooLarge extends Error {}

/** pdf.js reads pieces of this size, bytes: the text of a page is rarely larger. */
const PIECE_BYTES = 64 * 1024;

/** After so much of the file, bytes, the document is opened again, so that memory stays bounded in a kit of any size. */
const BYTES_AT_ONCE = 64 * 1024 ** 2;

/** Pages that are taken at a time: PDF.js waits for the system's inflating now and then. */
const AT_ONCE = 2;

let go: ((batch: number) => void) | null = null;
/** Text taken from the present document, UTF-16 code units. */
let taken = 0;

/** Sends an answer and waits until it has been taken. @returns pages of the next batch */
async function send(answer: ExtractAnswer): Promise<number> {
  const received = Promise.withResolvers<number>();
  go = received.resolve;
  parentPort?.postMessage(answer);
  return await received.promise;
}

type Task = Extract<ExtractRequest, { kind: 'extract' }>;

/** Sends sizes, outline and text; the first page whose turn has not come, because too much of the file was read. */
async function take(
  document: PDFDocumentProxy,
  transport: FileTransport,
  task: Task,
): Promise<number | null> {
  const { id, from } = task;
  if (document.numPages > MAX_PAGES) throw new TooLarge(`${document.numPages} pages`);
  if (task.shape) {
    const { sizes, pageOf } = await readSizes(document);
    task.batch = await send({ kind: 'shape', id, sizes, outline: await readOutline(document, pageOf) });
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
    task.batch = await send({ kind: 'texts', id, from: first, texts });
    first = end;
  }
  return null;
}

/** Opens the document and takes what it can in one go. */
async function takeFrom(fd: number, task: Task): Promise<number | null> {
  const transport = new FileTransport(fd, fstatSync(fd).size, PIECE_BYTES);
  const { pdfjs_folder } = workerData as ExtractWorkerData;
  const loading = getDocument({
    range: transport,
    rangeChunkSize: PIECE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    // Maps from a document's codes to characters, for Chinese, Japanese and Korean.
    cMapUrl: `${pdfjs_folder}${sep}cmaps${sep}`,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await Promise.race([
      transport.failed,
      loading.promise.then((document) => take(document, transport, task)),
    ]);
  } finally {
    await loading.destroy();
  }
}

async function extract(task: Task): Promise<void> {
  taken = 0;
  const fd = openSync(task.file, 'r');
  try {
    let next = await takeFrom(fd, task);
    while (next !== null) {
      Object.assign(task, { from: next, shape: false });
      next = await takeFrom(fd, task);
    }
  } finally {
    closeSync(fd);
  }
}

async function answer(request: Task): Promise<ExtractAnswer> {
  const { id } = request;
  try {
    await extract(request);
    return { kind: 'done', id };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const code =
      error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
    const problem =
      error instanceof PasswordException
        ? 'password'
        : error instanceof TooLarge
          ? 'too_large'
          : code === undefined
            ? 'unsound'
            : 'disk';
    return { kind: 'problem', id, problem, reason, code };
  }
}

parentPort?.on('message', async (request: ExtractRequest) => {
  if (request.kind === 'extract') parentPort?.postMessage(await answer(request));
  else go?.(request.batch);
});
// Linux gives each thread a priority of its own (setpriority(2), "C library/kernel differences"); elsewhere this would
// slow the whole app down.
if (process.platform === 'linux') setPriority(10);
parentPort?.postMessage('ready');
