/** Reads the contents of documents to be compared, in a thread or in the hidden page of a document. */

import type { OutlineLine } from '../charts/rules/page-text.ts';
import { TripKitError } from '../common/errors.ts';
import { documentError } from '../documents/document-error.ts';
import { type DocumentReader, type DocumentRequest, DocumentWorker } from '../documents/document-reader.ts';
import type { ContentPiece, ShapePiece } from '../documents/jobs/answers.ts';
import { MAX_OUTLINE_ENTRIES, MAX_PAGES } from '../documents/rules/limits.ts';
import { readingErrors } from '../reading/extract-errors.ts';
import type { PageContent } from './rules/page-content.ts';

/** Takes what comes, in order. The next page is read when it has been taken. */
export interface ContentSink {
  /** Comes first, once. @param pages how many the document has */
  outline(outline: OutlineLine[], pages: number): void | Promise<void>;
  /** @param number from 1 @param content null where the page could not be read: it hung or ended what read it, or is damaged */
  page(number: number, content: PageContent | null): void | Promise<void>;
}

/** Reads documents in a thread (the command line) or in the hidden page of a document (the desktop app). */
export interface ContentReader {
  /**
   * Takes outline and contents of a document into the sink. Two documents can be read at a time. A page that can't be read is told
   * as such, and those after it are read.
   *
   * @param file absolute
   * @param skip pages that are not wanted, ascending
   * @throws TripKitError of kind `document` (conditions `encrypted`, `damaged`, `too_large`, `timeout`, `memory`), of kind
   *   `disk`; what the sink throws; the signal's reason
   */
  read(file: string, sink: ContentSink, signal: AbortSignal, skip?: readonly number[]): Promise<void>;
}

/** How long what reads a document may take, ms. */
export interface ContentLimits {
  /** To open it. */
  open_ms: number;
  /** For one page. */
  page_ms: number;
}

const USUAL_LIMITS: ContentLimits = { open_ms: 60_000, page_ms: 20_000 };
/** Pages of one document that may hang or end what reads them; after them no further page is tried. */
const MAX_LOST = 8;

/** Reads contents where documents are read. */
export function contentReader(reader: DocumentReader, limits: ContentLimits = USUAL_LIMITS): ContentReader {
  return {
    async read(file, sink, signal, skip = []) {
      // Each document has a worker of its own, so that two can be read at a time.
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
 * Reads a document from the next page on that is wanted.
 *
 * @returns false where a page hung or ended the worker: that page is lost, and a new worker is to read on
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
    // What the pages before it left may have been too much for the worker: alone the page gets another turn.
    const isAlone = taken.next === first;
    if (isAlone || isTimeout(error)) await taken.lose();
    return false;
  }
}

/** Whether a page hung, or ended what read it. */
function isOfPage(error: unknown): boolean {
  return isTimeout(error) || (error instanceof TripKitError && error.condition === 'memory');
}

function isTimeout(error: unknown): boolean {
  return error instanceof TripKitError && error.condition === 'timeout';
}

/** What was taken of a document: what comes next must follow it, for its worker may be taken over by the document. */
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

  /** The page that comes next, from 1. */
  get next(): number {
    return this.#next;
  }

  /** Whether all pages that are wanted have come. */
  get isComplete(): boolean {
    return this.isShapeDone && this.#next > this.#pages;
  }

  /** What a worker is asked for. */
  wanted(): { from: number; skip: readonly number[]; shape: boolean } {
    // What came of a shape that was broken off comes again.
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

  /** The next page can't be read. */
  async lose(): Promise<void> {
    await this.#take(null);
  }

  /** None of the pages that are left can be read. */
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
