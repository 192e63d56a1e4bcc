/**
 * A worker thread that opens PDF documents with pdf.js. It is a thread of its own so that a document made to hang or to
 * fill the memory can be ended with it: verify-document.ts sets the limits.
 */
import './verify-environment.ts';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import {
  getDocument,
  PasswordException,
  type PDFDocumentLoadingTask,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { FileTransport } from './file-transport.ts';

/** What the worker is asked. */
export interface VerifyRequest {
  id: number;
  file: string;
}

/** What it answers: the number of pages, or why there is none. `'ready'` comes once before, when pdf.js is loaded. */
export type VerifyAnswer =
  | { id: number; pages: number }
  | { id: number; problem: 'password' | 'unsound'; reason: string }
  | { id: number; problem: 'disk'; reason: string; code: string | undefined };

/**
 * pdf.js reads pieces of this size, bytes. Small, because it visits the page tree object by object: with its usual
 * 64 KiB, opening a kit of 200 MB touched 30 MB more.
 */
const piece_bytes = 8 * 1024;

async function countPages(fd: number): Promise<number> {
  const transport = new FileTransport(fd, fstatSync(fd).size, piece_bytes);
  const task = getDocument({
    range: transport,
    rangeChunkSize: piece_bytes,
    disableAutoFetch: true,
    disableStream: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await Promise.race([transport.failed, firstPage(task)]);
  } finally {
    await task.destroy();
  }
}

async function firstPage(task: PDFDocumentLoadingTask): Promise<number> {
  const document = await task.promise;
  if (document.numPages < 1) throw new Error('no pages');
  await document.getPage(1);
  return document.numPages;
}

async function answer({ id, file }: VerifyRequest): Promise<VerifyAnswer> {
  let fd: number | null = null;
  try {
    fd = openSync(file, 'r');
    return { id, pages: await countPages(fd) };
  } catch (error) {
    if (error instanceof PasswordException) return { id, problem: 'password', reason: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    const code =
      error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
    return code === undefined ? { id, problem: 'unsound', reason } : { id, problem: 'disk', reason, code };
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

parentPort?.on('message', async (request: VerifyRequest) => {
  parentPort?.postMessage(await answer(request));
});
parentPort?.postMessage('ready');
