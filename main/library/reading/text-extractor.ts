import type {
  DocumentProblem,
  ExtractAnswer,
  ShapePiece,
  ExtractTask as Task,
  TextPiece,
} from '../../../preload/document-jobs/answers.ts';
import {
  MAX_DOCUMENT_TEXT,
  MAX_LINES_AT_ONCE,
  MAX_OUTLINE_ENTRIES,
  MAX_PAGES,
} from '../../../preload/document-jobs/limits.ts';
import { TripKitError } from '../../common/errors.ts';
import { documentError, problemError } from '../document-error.ts';
import {
  type DiskProblem,
  type DocumentReader,
  type DocumentRequest,
  extractingWorker,
} from '../document-reader.ts';
import type { OutlineLine } from './headings.ts';
import type { PageSize } from './prepared-store.ts';

/** What is wanted of a document: where it is, absolute, and from where on. */
export interface ExtractTask extends Omit<Task, 'kind'> {
  file: string;
  /** How many pages it has, where its sizes are known. */
  pages?: number;
}

/** Takes what comes, in order. The worker waits until it has been taken. */
export interface ExtractSink {
  shape(sizes: PageSize[], outline: OutlineLine[]): void | Promise<void>;
  /** @param from the page of the first text */
  texts(from: number, texts: string[]): void | Promise<void>;
  /** Pages of the next batch; as many as of the first if absent. */
  batch?(): number;
}

/** Takes sizes, outline and text from documents with pdf.js, one document at a time. */
export class TextExtractor {
  readonly #step_ms: number;
  readonly #worker: ReturnType<typeof extractingWorker>;

  /** @param step_ms longest time between two answers of the worker, ms */
  constructor(reader: DocumentReader, step_ms = 30_000) {
    this.#step_ms = step_ms;
    this.#worker = extractingWorker(reader, {
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
    });
  }

  /**
   * Takes a document into the sink.
   *
   * @throws TripKitError of kind `document` (conditions `encrypted`, `damaged`, `too_large`, and `timeout` or `memory`
   *   where a page took the worker with it), of kind `disk`; what the sink throws; the signal's reason
   */
  extract(task: ExtractTask, sink: ExtractSink, signal: AbortSignal): Promise<void> {
    const late = () =>
      documentError(
        'timeout',
        `A page of the document took longer than ${Math.ceil(this.#step_ms / 1000)} s to prepare, so it was left out.`,
      );
    const { pages = MAX_PAGES, ...wanted } = task;
    return this.#worker.run(task.file, signal, async (ask) => {
      let request: DocumentRequest = { kind: 'extract', ...wanted };
      const taken = new Taken(task.from, task.shape ? 0 : pages);
      for (;;) {
        const answer: ExtractAnswer | DiskProblem = await ask(request, this.#step_ms, late);
        if (answer === 'done') return;
        if ('problem' in answer) throw errorOf(answer, task.file);
        if (!taken.fits(answer)) throw errorOf({ problem: 'unsound', reason: UNFIT }, task.file);
        if ('texts' in answer) await sink.texts(answer.from, answer.texts);
        else if (!answer.more) await sink.shape(taken.sizes, taken.outline);
        request = { batch: sink.batch?.() ?? task.batch };
      }
    });
  }

  /** Ends the worker, and the document that it has. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}

const UNFIT = 'The worker gave more than a document has.';

/** What was taken of a document, and whether what comes next can be of it: its worker may be taken over. */
class Taken {
  readonly sizes: PageSize[] = [];
  readonly outline: OutlineLine[] = [];
  #next: number;
  #pages: number;
  #text = 0;

  constructor(from: number, pages: number) {
    this.#next = from;
    this.#pages = pages;
  }

  /** Whether the piece follows those before it, within the limits. */
  fits(piece: ShapePiece | TextPiece): boolean {
    if ('texts' in piece) {
      if (piece.from !== this.#next) return false;
      this.#next += piece.texts.length;
      this.#text += piece.texts.reduce((sum, text) => sum + text.length, 0);
      return this.#next - 1 <= this.#pages && this.#text <= MAX_DOCUMENT_TEXT;
    }
    const isFull = piece.sizes.length === MAX_LINES_AT_ONCE || piece.outline.length === MAX_LINES_AT_ONCE;
    if (piece.more && !isFull) return false;
    this.sizes.push(...piece.sizes);
    this.outline.push(...piece.outline);
    this.#pages = this.sizes.length;
    return this.sizes.length <= MAX_PAGES && this.outline.length <= MAX_OUTLINE_ENTRIES;
  }
}

function errorOf(problem: DocumentProblem | DiskProblem, file: string): TripKitError {
  const unprepared = 'it is read without an index, and its text is not found by the search';
  if (problem.problem === 'too_large') {
    const message = `The document is too large to be prepared: ${unprepared}.`;
    return documentError('too_large', message, problem.reason);
  }
  return problemError(problem, 'Reading the document', file, {
    password: `The document is locked with a password: ${unprepared}.`,
    unsound: `The document could not be prepared: ${unprepared}.`,
  });
}
