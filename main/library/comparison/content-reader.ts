/** Reads the contents of documents to be compared, in a thread or in the hidden page of a document. */

import type { OutlineEntry } from '../../../preload/charts/page-text.ts';
import type { PageContent } from '../../../preload/comparison/page-content.ts';
import type { ContentAnswer } from '../../../preload/document-jobs/answers.ts';
import { MAX_OUTLINE_ENTRIES, MAX_PAGES } from '../../../preload/document-jobs/limits.ts';
import { TripKitError } from '../../common/errors.ts';
import { documentError, problemError } from '../document-error.ts';
import {
  contentWorker,
  type DiskProblem,
  type DocumentReader,
  type DocumentRequest,
} from '../document-reader.ts';

/** Takes what comes, in order. The next page is read when it has been taken. */
export interface ContentSink {
  /** Comes first, once. @param pages how many the document has */
  outline(outline: OutlineEntry[], pages: number): void | Promise<void>;
  /** @param number from 1 */
  page(number: number, content: PageContent): void | Promise<void>;
}

/** Reads documents in a thread (the command line) or in the hidden page of a document (the desktop app). */
export interface ContentReader {
  /**
   * Takes outline and contents of a document into the sink. Two documents can be read at a time.
   *
   * @param file absolute
   * @throws TripKitError of kind `document` (conditions `encrypted`, `damaged`, `too_large`, `timeout`, `memory`), of kind
   *   `disk`; what the sink throws; the signal's reason
   */
  read(file: string, sink: ContentSink, signal: AbortSignal): Promise<void>;
}

/**
 * Reads contents where documents are read.
 *
 * @param step_ms longest time between two answers of the worker, ms
 */
export function contentReader(reader: DocumentReader, step_ms = 60_000): ContentReader {
  return {
    async read(file, sink, signal) {
      // Each document has a worker of its own, so that two can be read at a time.
      const worker = contentWorker(reader, ERRORS);
      try {
        await worker.run(file, signal, async (ask) => {
          const taken = new Taken(sink);
          let request: DocumentRequest = { kind: 'content', from: 1, to: MAX_PAGES, shape: true, file };
          for (;;) {
            const answer: ContentAnswer | DiskProblem = await ask(request, step_ms, () => late(step_ms));
            if (answer === 'done') return taken.end(file);
            if ('problem' in answer) throw errorOf(answer, file);
            await taken.add(answer, file);
            request = { batch: 1 };
          }
        });
      } finally {
        await worker.close();
      }
    },
  };
}

/** What was taken of a document: what comes next must follow it, for its worker may be taken over by the document. */
class Taken {
  readonly #sink: ContentSink;
  #outline: OutlineEntry[] = [];
  #pages = 0;
  #isShapeDone = false;
  #next = 1;

  constructor(sink: ContentSink) {
    this.#sink = sink;
  }

  async add(answer: Exclude<ContentAnswer, string | { problem: string }>, file: string): Promise<void> {
    if ('content' in answer) {
      if (!this.#isShapeDone || answer.page !== this.#next || answer.page > this.#pages) throw unfit(file);
      this.#next += 1;
      await this.#sink.page(answer.page, answer.content);
      return;
    }
    if (this.#isShapeDone) throw unfit(file);
    for (const { title, level, page } of answer.outline) this.#outline.push({ title, level, page });
    this.#pages += answer.sizes.length;
    if (this.#outline.length > MAX_OUTLINE_ENTRIES) throw unfit(file);
    if (this.#pages > MAX_PAGES) throw errorOf({ problem: 'too_large', reason: 'too many pages' }, file);
    if (answer.more) return;
    this.#isShapeDone = true;
    await this.#sink.outline(this.#outline, this.#pages);
  }

  end(file: string): void {
    if (!this.#isShapeDone || this.#next !== this.#pages + 1) throw unfit(file);
  }
}

const ERRORS = {
  notStarted: (cause: unknown) =>
    new TripKitError(
      'disk',
      'The reading of documents could not be started on this machine. Install Trip Kit Desktop again.',
      { condition: 'reader', cause },
    ),
  tooLarge: (cause: unknown) =>
    documentError(
      'memory',
      'The document needs too much memory to compare. Tell the service’s operator.',
      cause,
    ),
  closed: () => documentError('closed', 'The comparison of the documents was given up. Try again.'),
};

function late(step_ms: number): TripKitError {
  return documentError(
    'timeout',
    `A page of the document took longer than ${Math.ceil(step_ms / 1000)} s to read. Tell the service’s operator.`,
  );
}

function unfit(file: string): TripKitError {
  return errorOf({ problem: 'unsound', reason: 'The worker gave what is not of one document.' }, file);
}

function errorOf(
  problem: Extract<ContentAnswer | DiskProblem, { problem: string }>,
  file: string,
): TripKitError {
  if (problem.problem === 'too_large')
    return documentError('too_large', 'The document has too many pages to be compared.', problem.reason);
  return problemError(problem, 'Reading the document', file, {
    password: 'The document is locked with a password, so it can’t be compared. Tell the service’s operator.',
    unsound: 'The document does not open as a PDF, so it can’t be compared. Choose another file.',
  });
}
