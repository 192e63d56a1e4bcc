/**
 * Where documents are parsed by pdf.js: the port. The command line has threads (documentThreads), the desktop app sandboxed pages
 * (main/electron/document-page.ts). Both do the same jobs (jobs/), under the same supervisor.
 */

import {
  type StartWorker,
  SupervisedWorker,
  type SupervisedWorkerOptions,
} from '../background/supervised-worker.ts';
import { workerThread } from '../background/worker-thread.ts';
import type { Answer, AnswerTo, Task } from './jobs/answers.ts';

/** A task, and the document that it is about: the reader's own path, absolute. */
export type DocumentTask = Task & { file: string };
/** A task, or: the last answer has been taken, so many pages are wanted next. */
export type DocumentRequest = DocumentTask | { batch: number };

/** The document could not be read from the disk; `code` is that of the system's error. */
export interface DiskProblem {
  problem: 'disk';
  reason: string;
  code: string;
}

export type DocumentAnswer = Answer | DiskProblem;

type Errors = SupervisedWorkerOptions<DocumentRequest>['errors'];

/** Starts workers that read documents, each job with limits of its own. */
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

/** Given at the start of a thread. */
export interface DocumentThreadData {
  /** Folder with the `cmaps` of pdf.js, absolute; null where no text is taken. */
  pdfjs_folder: string | null;
}

/**
 * Reads documents in threads of this process.
 *
 * @param pdfjs_folder folder with the data files of pdf.js (`cmaps`), absolute; absent where no text is taken
 */
export function documentThreads(pdfjs_folder: string | null = null): DocumentReader {
  const url = new URL('./document-worker.ts', import.meta.url);
  const workerData: DocumentThreadData = { pdfjs_folder };
  // A document of hundreds of MB takes far less; one that wants more is hostile.
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
