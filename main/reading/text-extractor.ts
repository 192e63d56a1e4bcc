import type { OutlineEntry, PageSize } from '../../preload/contract.ts';
import { type DocumentReader, type DocumentRequest, DocumentWorker } from '../documents/document-reader.ts';
import type { ShapePiece, ExtractTask as Task, TextPage, TextPiece } from '../documents/jobs/answers.ts';
import { lengthOf } from '../documents/jobs/bound-chart.ts';
import { MAX_DOCUMENT_TEXT, MAX_OUTLINE_ENTRIES, MAX_PAGES } from '../documents/rules/limits.ts';
import { type ExtractErrors, preparationErrors } from './extract-errors.ts';

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
