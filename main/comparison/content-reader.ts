/** Reads the contents of documents for a comparison, in a thread or in the hidden page of a document. */

import type { OutlineLine } from '../charts/rules/page-text.ts';
import { TripKitError } from '../common/errors.ts';
import {
  type DocumentReader,
  type DocumentRequest,
  DocumentWorker,
  documentError,
} from '../documents/document-reader.ts';
import type { ContentPiece, ShapePiece } from '../documents/jobs/answers.ts';
import { MAX_OUTLINE_ENTRIES, MAX_PAGES } from '../documents/rules/limits.ts';
import { readingErrors } from '../reading/text-extractor.ts';
import type { PageContent } from './rules/page-content.ts';

/** Receives outline and pages in order. The next page is read after the previous call has resolved. */
interface ContentSink {
  /** Called first, once. @param pages number of pages in the document */
  outline(outline: OutlineLine[], pages: number): void | Promise<void>;
  /** @param number from 1 @param content null if the page could not be read: it hung or crashed the reader, or is damaged */
  page(number: number, content: PageContent | null): void | Promise<void>;
}

/** Reads documents in a thread (the command line) or in the hidden page of a document (the desktop app). */
export interface ContentReader {
  /**
   * Reads a document's outline and contents into the sink. Two documents can be read at a time. A page that can't be read is passed
   * as null, and the pages after it are read.
   *
   * @param file absolute
   * @param skip pages to leave out, ascending
   * @throws TripKitError of kind `document` (conditions `encrypted`, `damaged`, `too_large`, `timeout`, `memory`), of kind
   *   `disk`; what the sink throws; the signal's reason
   */
  read(file: string, sink: ContentSink, signal: AbortSignal, skip?: readonly number[]): Promise<void>;
}

/** Time limits for reading a document, ms. */
interface ContentLimits {
  /** For opening it. */
  open_ms: number;
  /** For one page. */
  page_ms: number;
}

const USUAL_LIMITS: ContentLimits = { open_ms: 60_000, page_ms: 20_000 };
/** After this many pages of a document have hung or crashed the reader, no further page is tried. */
const MAX_LOST = 8;

/** Reads contents with `reader`. */
export function contentReader(reader: DocumentReader, limits: ContentLimits = USUAL_LIMITS): ContentReader {
  return {
    async read(file, sink, signal, skip = []) {
      // Each document has its own worker, so two can be read at a time.
      const worker = new DocumentWorker('content', reader, readingErrors);
      try {
        const taken = new Taken(sink, skip);
        let lost = 0;
        while (!(await readOn(worker, file, taken, signal, limits))) {
          lost += 1;
          if (lost >= MAX_LOST) return await taken.loseRest();
        }
        taken.end(file);
      } finally {
        await worker.close();
      }
    },
  };
}

/**
 * Reads a document from the next wanted page on.
 *
 * @returns false if a page hung or crashed the worker: that page is lost, and a new worker continues
 */
async function readOn(
  worker: DocumentWorker<'content'>,
  file: string,
  taken: Taken,
  signal: AbortSignal,
  { open_ms, page_ms }: ContentLimits,
): Promise<boolean> {
  const first = taken.next;
  let isBroken = false;
  try {
    await worker.run(file, signal, async (ask) => {
      let request: DocumentRequest = { kind: 'content', ...taken.wanted(), file };
      for (;;) {
        const limit_ms = taken.isShapeDone ? page_ms : open_ms;
        const answer = await ask(request, limit_ms, () => late(limit_ms));
        if (answer === 'done') return;
        if ('problem' in answer) {
          isBroken = answer.problem === 'unsound';
          throw readingErrors.problem(answer, file);
        }
        await taken.add(answer, file);
        request = { batch: 1 };
      }
    });
    return true;
  } catch (error) {
    if (signal.aborted || !taken.isShapeDone || taken.isComplete) throw error;
    if (!isBroken && !isOfPage(error)) throw error;
    // The pages before it may have filled the worker's memory: the page is tried again alone.
    const isAlone = taken.next === first;
    if (isAlone || isTimeout(error)) await taken.lose();
    return false;
  }
}

/** Whether a page hung or crashed the reader. */
function isOfPage(error: unknown): boolean {
  return isTimeout(error) || (error instanceof TripKitError && error.condition === 'memory');
}

function isTimeout(error: unknown): boolean {
  return error instanceof TripKitError && error.condition === 'timeout';
}

/** What was received of a document. Each message must follow the previous one, because a document may take over its worker. */
class Taken {
  readonly #sink: ContentSink;
  readonly #skip: readonly number[];
  readonly #skipped: ReadonlySet<number>;
  #outline: OutlineLine[] = [];
  #pages = 0;
  #next: number;
  isShapeDone = false;

  constructor(sink: ContentSink, skip: readonly number[]) {
    this.#sink = sink;
    this.#skip = skip;
    this.#skipped = new Set(skip);
    this.#next = this.#wantedFrom(1);
  }

  /** The next page, from 1. */
  get next(): number {
    return this.#next;
  }

  /** Whether all wanted pages have arrived. */
  get isComplete(): boolean {
    return this.isShapeDone && this.#next > this.#pages;
  }

  /** The request to the worker. */
  wanted(): { from: number; skip: readonly number[]; shape: boolean } {
    // A partly received outline is sent again.
    if (!this.isShapeDone) [this.#outline, this.#pages] = [[], 0];
    return { from: this.#next, skip: this.#skip, shape: !this.isShapeDone };
  }

  async add(answer: ShapePiece | ContentPiece, file: string): Promise<void> {
    if ('content' in answer) {
      if (!this.isShapeDone || answer.page !== this.#next || answer.page > this.#pages) throw unfit(file);
      await this.#take(answer.content);
      return;
    }
    if (this.isShapeDone) throw unfit(file);
    this.#outline.push(...answer.outline);
    this.#pages += answer.sizes.length;
    if (this.#outline.length > MAX_OUTLINE_ENTRIES) throw unfit(file);
    if (this.#pages > MAX_PAGES)
      throw readingErrors.problem({ problem: 'too_large', reason: 'too many pages' }, file);
    if (answer.more) return;
    this.isShapeDone = true;
    await this.#sink.outline(this.#outline, this.#pages);
  }

  /** Marks the next page as unreadable. */
  async lose(): Promise<void> {
    await this.#take(null);
  }

  /** Marks all remaining pages as unreadable. */
  async loseRest(): Promise<void> {
    while (!this.isComplete) await this.lose();
  }

  end(file: string): void {
    if (!this.isComplete) throw unfit(file);
  }

  async #take(content: PageContent | null): Promise<void> {
    const page = this.#next;
    this.#next = this.#wantedFrom(page + 1);
    await this.#sink.page(page, content);
  }

  #wantedFrom(page: number): number {
    let next = page;
    while (this.#skipped.has(next)) next += 1;
    return next;
  }
}

function late(limit_ms: number): TripKitError {
  return documentError(
    'timeout',
    `The document took longer than ${Math.ceil(limit_ms / 1000)} s to open. Tell the service’s operator.`,
  );
}

function unfit(file: string): TripKitError {
  const reason = 'The worker gave what is not of one document.';
  return readingErrors.problem({ problem: 'unsound', reason }, file);
}
