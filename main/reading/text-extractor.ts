import type { OutlineEntry, PageSize } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import {
  type DiskProblem,
  type DocumentReader,
  type DocumentRequest,
  DocumentWorker,
  documentError,
  problemError,
} from '../documents/document-reader.ts';
import type {
  DocumentProblem,
  ShapePiece,
  ExtractTask as Task,
  TextPage,
  TextPiece,
} from '../documents/jobs/answers.ts';
import { lengthOf } from '../documents/jobs/shape.ts';
import { MAX_DOCUMENT_TEXT, MAX_OUTLINE_ENTRIES, MAX_PAGES } from '../documents/rules/limits.ts';

/** The part of a document to extract: its path, absolute, and the first page. */
export interface ExtractTask extends Omit<Task, 'kind'> {
  file: string;
  /** Number of pages, if known. */
  pages?: number;
}

/** Receives results in order. The worker waits until each has been received. */
export interface ExtractSink {
  shape(sizes: PageSize[], outline: OutlineEntry[]): void | Promise<void>;
  /** Text and chart of further pages. */
  pages(pages: TextPage[]): void | Promise<void>;
  /** Number of pages in the next batch. Default: as many as in the first. */
  batch?(): number;
}

/** Extracts sizes, outline, text and charts from documents with pdf.js, one document at a time. */
export class TextExtractor {
  readonly #step_ms: number;
  readonly #errors: ExtractErrors;
  readonly #worker: DocumentWorker<'extract'>;

  /**
   * @param step_ms maximum time between two answers of the worker, ms
   * @param errors the errors for documents that can't be extracted
   */
  constructor(reader: DocumentReader, step_ms = 30_000, errors = preparationErrors) {
    this.#step_ms = step_ms;
    this.#errors = errors;
    this.#worker = new DocumentWorker('extract', reader, errors);
  }

  /**
   * Extracts a document into the sink.
   *
   * @throws TripKitError of kind `document` (conditions `encrypted`, `damaged`, `too_large`, and `timeout` or `memory`
   *   if a page crashed or hung the worker), of kind `disk`; what the sink throws; the signal's reason
   */
  extract(task: ExtractTask, sink: ExtractSink, signal: AbortSignal): Promise<void> {
    const { timeout, problem: errorOf } = this.#errors;
    const late = () => timeout(this.#step_ms);
    const { pages = MAX_PAGES, ...wanted } = task;
    return this.#worker.run(task.file, signal, async (ask) => {
      let request: DocumentRequest = { kind: 'extract', ...wanted };
      const taken = new Taken(task.from, task.shape ? 0 : pages);
      for (;;) {
        const answer = await ask(request, this.#step_ms, late);
        if (answer === 'done') return;
        if ('problem' in answer) throw errorOf(answer, task.file);
        if (!taken.fits(answer)) throw errorOf({ problem: 'unsound', reason: UNFIT }, task.file);
        if ('pages' in answer) await sink.pages(answer.pages);
        else if (!answer.more) await sink.shape(taken.sizes, taken.outline);
        request = { batch: sink.batch?.() ?? task.batch };
      }
    });
  }

  /** Ends the worker and its current document. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}

const UNFIT = 'The worker gave more than a document has.';

/** What was received of a document. Later messages are checked against it, because a document may take over its worker. */
class Taken {
  readonly sizes: PageSize[] = [];
  readonly outline: OutlineEntry[] = [];
  #next: number;
  #pages: number;
  #text = 0;

  constructor(from: number, pages: number) {
    this.#next = from;
    this.#pages = pages;
  }

  /** Whether the piece follows those before it, within the limits. */
  fits(piece: ShapePiece | TextPiece): boolean {
    if ('pages' in piece) {
      if (piece.pages.some(({ chart }, index) => chart.page !== this.#next + index)) return false;
      this.#next += piece.pages.length;
      this.#text += lengthOf(piece.pages);
      return this.#next - 1 <= this.#pages && this.#text <= MAX_DOCUMENT_TEXT;
    }
    this.sizes.push(...piece.sizes);
    this.outline.push(...piece.outline);
    this.#pages = this.sizes.length;
    return this.sizes.length <= MAX_PAGES && this.outline.length <= MAX_OUTLINE_ENTRIES;
  }
}

// Errors for documents that can't be read: during background preparation, and when a person asked for charts or a comparison.

/** The errors of one way to read documents. */
interface ExtractErrors {
  notStarted(cause: unknown): TripKitError;
  tooLarge(cause: unknown): TripKitError;
  closed(): TripKitError;
  /** @param step_ms time limit for a page, ms */
  timeout(step_ms: number): TripKitError;
  problem(problem: DocumentProblem | DiskProblem, file: string): TripKitError;
}

const seconds = (ms: number) => Math.ceil(ms / 1000);

/** Background preparation: nobody waits for it, and a document that can't be prepared can still be read. */
const preparationErrors: ExtractErrors = {
  notStarted: (cause) =>
    new TripKitError(
      'disk',
      'The preparation of documents could not be started on this machine. Start Trip Kit Desktop again; if that does not help, install it again.',
      { condition: 'extractor', cause },
    ),
  tooLarge: (cause) =>
    documentError(
      'memory',
      'A page of the document needs too much memory to prepare, so it was left out.',
      cause,
    ),
  closed: () =>
    new TripKitError(
      'document',
      'The preparation of the document was given up. It goes on at the next start.',
    ),
  timeout: (step_ms) =>
    documentError(
      'timeout',
      `A page of the document took longer than ${seconds(step_ms)} s to prepare, so it was left out.`,
    ),
  problem: (problem, file) => {
    const unprepared = 'it is read without an index, and its text is not found by the search';
    if (problem.problem === 'too_large') {
      const message = `The document is too large to be prepared: ${unprepared}.`;
      return documentError('too_large', message, problem.reason);
    }
    return problemError(problem, 'Reading the document', file, {
      password: `The document is locked with a password: ${unprepared}.`,
      unsound: `The document could not be prepared: ${unprepared}.`,
    });
  },
};

/** A person asked for a document's contents, and they can't be had in another way. */
export const readingErrors: ExtractErrors = {
  notStarted: (cause) =>
    new TripKitError(
      'disk',
      'The reading of documents could not be started on this machine. Install Trip Kit Desktop again.',
      { condition: 'reader', cause },
    ),
  tooLarge: (cause) =>
    documentError(
      'memory',
      'The document needs too much memory to read. Tell the service’s operator.',
      cause,
    ),
  closed: () => documentError('closed', 'The reading of the document was given up. Try again.'),
  timeout: (step_ms) =>
    documentError(
      'timeout',
      `A page of the document took longer than ${seconds(step_ms)} s to read. Tell the service’s operator.`,
    ),
  problem: (problem, file) => {
    if (problem.problem === 'too_large')
      return documentError('too_large', 'The document has too many pages to be read.', problem.reason);
    return problemError(problem, 'Reading the document', file, {
      password: 'The document is locked with a password, so it can’t be read. Tell the service’s operator.',
      unsound: 'The document does not open as a PDF, so it can’t be read. Choose another file.',
    });
  },
};
