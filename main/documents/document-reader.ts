/**
 * The port for parsing documents with pdf.js. The command line uses threads (documentThreads), the desktop app sandboxed pages
 * (main/electron/document-page.ts). Both run the same jobs (jobs/), under the same supervisor.
 */

import {
  type StartWorker,
  SupervisedWorker,
  type SupervisedWorkerOptions,
  workerThread,
} from '../background/supervised-worker.ts';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import type { Answer, AnswerTo, DocumentProblem, Task } from './jobs/answers.ts';

/** A task and its document: the path as the reader knows it, absolute. */
export type DocumentTask = Task & { file: string };
/** A task; or `batch`: the last answer has been received, and this many pages are wanted next. */
export type DocumentRequest = DocumentTask | { batch: number };

/** The document could not be read from the disk; `code` is the system's error code. */
export interface DiskProblem {
  problem: 'disk';
  reason: string;
  code: string;
}

export type DocumentAnswer = Answer | DiskProblem;

type Errors = SupervisedWorkerOptions<DocumentRequest>['errors'];

/** Starts workers that read documents, each kind of job with its own limits. */
export interface DocumentReader {
  start: Readonly<Record<Task['kind'], StartWorker<DocumentRequest>>>;
  /** How long a worker waits for its next document, ms. */
  idle_ms: number;
}

/** A worker of the reader for tasks of one kind. */
export class DocumentWorker<K extends Task['kind']> extends SupervisedWorker<
  DocumentRequest,
  AnswerTo<K> | DiskProblem
> {
  constructor(kind: K, { start, idle_ms }: DocumentReader, errors: Errors) {
    super({ start: start[kind], idle_ms, errors });
  }
}

/** Data for a new thread. */
export interface DocumentThreadData {
  /** Folder with pdf.js's `cmaps`, absolute; null if no text is extracted. */
  pdfjs_folder: string | null;
}

/**
 * Reads documents in threads of this process.
 *
 * @param pdfjs_folder folder with the data files of pdf.js (`cmaps`), absolute; absent if no text is extracted
 */
export function documentThreads(pdfjs_folder: string | null = null): DocumentReader {
  const url = new URL('./document-worker.ts', import.meta.url);
  const workerData: DocumentThreadData = { pdfjs_folder };
  // A document of hundreds of MB needs far less; one that needs more is hostile.
  const thread = (name: string, maxOldGenerationSizeMb: number, maxYoungGenerationSizeMb: number) =>
    workerThread<DocumentRequest>(url, {
      name,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb },
    });
  return {
    start: {
      verify: thread('verify-document', 256, 2),
      extract: thread('extract-text', 384, 32),
      content: thread('read-content', 384, 16),
    },
    idle_ms: 20_000,
  };
}

/** The error for a faulty document. */
export function documentError(condition: string, message: string, cause?: unknown): TripKitError {
  return new TripKitError('document', message, { condition, cause });
}

/**
 * The error for a document that a worker could not read.
 *
 * @param doing the step, as the beginning of a sentence
 * @param messages for a document with a password, and for a damaged document
 */
export function problemError(
  problem: DocumentProblem | DiskProblem,
  doing: string,
  file: string,
  messages: { password: string; unsound: string },
): TripKitError {
  const { reason } = problem;
  if (problem.problem === 'disk')
    return diskError(Object.assign(new Error(reason), { code: problem.code }), doing, file);
  if (problem.problem === 'password') return documentError('encrypted', messages.password);
  return documentError('damaged', messages.unsound, reason);
}
