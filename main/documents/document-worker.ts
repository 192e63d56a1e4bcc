/**
 * A worker thread that reads documents with pdf.js (jobs/), for the command line. In the desktop app a sandboxed page
 * does that (main/electron/document-page.ts). It answers each request once and reads no further pages before the next request,
 * so it is never far ahead of what is stored. supervised-worker.ts sets the limits.
 */

import { closeSync, openSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type {
  DiskProblem,
  DocumentAnswer,
  DocumentRequest,
  DocumentTask,
  DocumentThreadData,
} from './document-reader.ts';
import { runJob } from './jobs/job.ts';
import { withDocument } from './pdfjs-document.ts';
import { pdfjsUrls } from './pdfjs-folder.ts';

/** The system's error of a failed read; null for other errors. */
function diskProblemOf(error: unknown): DiskProblem | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null;
  return { problem: 'disk', reason: error.message, code: String(error.code) };
}

const { pdfjs_folder } = workerData as DocumentThreadData;

/** Called with the pages of the next batch. */
let next: ((batch: number) => void) | null = null;

/** Sends an answer and waits until it has been received. @returns number of pages in the next batch */
function send(answer: DocumentAnswer): Promise<number> {
  const received = Promise.withResolvers<number>();
  next = received.resolve;
  parentPort?.postMessage(answer);
  return received.promise;
}

function optionsOf(folder: string, kind: DocumentTask['kind']) {
  const { cMapUrl, wasmUrl } = pdfjsUrls(folder);
  // Pictures have to be decoded; and anything that can't be drawn must be reported, not left out.
  return kind === 'content' ? { cMapUrl, wasmUrl, stopAtErrors: true } : { cMapUrl };
}

async function answer({ file, ...task }: DocumentTask): Promise<DocumentAnswer> {
  // On Linux the priority applies to this thread only (setpriority(2), "C library/kernel differences"); elsewhere it would
  // slow down the whole process.
  if (task.kind !== 'verify' && process.platform === 'linux' && getPriority() < 10) setPriority(10);
  // Maps from character codes of a document to characters, for Chinese, Japanese and Korean.
  const options = pdfjs_folder === null ? {} : optionsOf(pdfjs_folder, task.kind);
  let fd: number | null = null;
  let failure: unknown = null;
  try {
    const opened = openSync(file, 'r');
    fd = opened;
    const done = await runJob(
      task,
      (piece_bytes, use) =>
        withDocument(opened, piece_bytes, use, options).catch((error: unknown) => {
          failure = error;
          throw error;
        }),
      send,
    );
    return diskProblemOf(failure) ?? done;
  } catch (error) {
    return diskProblemOf(error) ?? { problem: 'unsound', reason: String(error) };
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

parentPort?.on('message', async (request: DocumentRequest) => {
  if ('file' in request) parentPort?.postMessage(await answer(request));
  else next?.(request.batch);
});
parentPort?.postMessage('ready');
