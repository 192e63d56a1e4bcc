/** Compares two documents page by page. */

import { type Ask, SupervisedWorker, workerThread } from '../background/supervised-worker.ts';
import type { ChartPage } from '../charts/rules/chart.ts';
import { TripKitError } from '../common/errors.ts';
import { anySignal } from '../common/wait.ts';
import { documentError } from '../documents/document-reader.ts';
import type { ComparisonAnswer, ComparisonRequest, Side } from './comparison.ts';
import type { ContentReader } from './content-reader.ts';
import { SAME_PAGES_MS } from './digests/same-pages.ts';
import type { ComparedPage } from './rules/compared-page.ts';

/** A document to compare. */
export interface DocumentToCompare {
  /** Absolute. */
  file: string;
  /** The charts of all its pages, if they are known; identical pages are then not read. */
  charts?: readonly ChartPage[];
}

interface ComparisonOptions {
  signal: AbortSignal;
  /** Called with the steps done and the total; each page is read and then compared. */
  onProgress?: (done: number, of: number) => void;
}

/** Time limit for one step, ms. A page takes a few milliseconds. */
const STEP_MS = 60_000;

/**
 * Compares two documents page by page. Returns all pages in the order of the new document; pages that are gone follow the page that
 * preceded them. The main thread only passes the results on.
 *
 * @param reader reads both documents at the same time
 * @throws what the reader throws; TripKitError of kind `document` (conditions `timeout`, `memory`); the signal's reason
 */
export async function compareDocuments(
  old: DocumentToCompare,
  newer: DocumentToCompare,
  reader: ContentReader,
  options: ComparisonOptions,
): Promise<ComparedPage[]> {
  try {
    return await compare(old, newer, reader, options, true);
  } catch (error) {
    if (!(error instanceof Miscounted)) throw error;
    return compare(old, newer, reader, options, false);
  }
}

/** @param isSought whether to look for pages that need not be read @throws Miscounted also */
async function compare(
  old: DocumentToCompare,
  newer: DocumentToCompare,
  reader: ContentReader,
  { signal, onProgress = () => {} }: ComparisonOptions,
  isSought: boolean,
): Promise<ComparedPage[]> {
  const worker = new SupervisedWorker<ComparisonRequest, ComparisonAnswer>({
    start: workerThread(new URL('./comparison-worker.ts', import.meta.url), {
      name: 'compare-documents',
      // The thread keeps the compressed contents of hundreds of pages outside this heap.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    }),
    idle_ms: 0,
    errors: ERRORS,
  });
  // A failure of one reading ends the other, and is thrown once both have ended.
  const ended = new AbortController();
  const either = anySignal(signal, ended.signal);
  try {
    return await worker.run(newer.file, either, async (ask) => {
      const conversation = new Conversation(ask, onProgress);
      const skip = isSought ? await conversation.findSame(old.file, newer.file) : { old: [], new: [] };
      const documents: [Side, DocumentToCompare][] = [
        ['old', old],
        ['new', newer],
      ];
      await Promise.all(
        documents.map(([side, { file, charts = [] }]) =>
          reader
            .read(file, conversation.sink(side, charts), either, skip[side])
            .catch((error: unknown) => ended.abort(error)),
        ),
      );
      ended.signal.throwIfAborted();
      return conversation.compare();
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await worker.close();
  }
}

/** Two readers count a document's pages differently: then only pdf.js is trusted. */
class Miscounted extends Error {}

/** The requests to the comparing thread, one at a time. */
class Conversation {
  readonly #ask: Ask<ComparisonRequest, ComparisonAnswer>;
  readonly #onProgress: (done: number, of: number) => void;
  #turn: Promise<unknown> = Promise.resolve();
  /** Page counts of both documents, from the search for identical pages. */
  #expected = { old: 0, new: 0 };
  #pages = { old: 0, new: 0 };
  /** Pages of each document that need not be read. */
  #same = 0;
  #done = 0;

  constructor(ask: Ask<ComparisonRequest, ComparisonAnswer>, onProgress: (done: number, of: number) => void) {
    this.#ask = ask;
    this.#onProgress = onProgress;
  }

  /** Finds identical pages, which need not be read. @returns their numbers in each document, ascending */
  async findSame(old_file: string, new_file: string): Promise<Record<Side, number[]>> {
    const answer = await this.#send({ old_file, new_file }, SAME_PAGES_MS + STEP_MS);
    if (typeof answer === 'string' || !('same' in answer)) throw broken();
    const { pairs, ...pages } = answer.same;
    this.#expected = pages;
    this.#same = pairs.length;
    this.#done = 2 * pairs.length;
    const numbers = (at: 0 | 1) => pairs.map((pair) => pair[at] + 1).sort((a, b) => a - b);
    return { old: numbers(0), new: numbers(1) };
  }

  sink(side: Side, charts: readonly ChartPage[]) {
    return {
      outline: async (
        outline: Extract<ComparisonRequest, { outline: unknown }>['outline'],
        pages: number,
      ) => {
        this.#pages[side] = pages;
        if (this.#same > 0 && this.#expected[side] !== pages) throw new Miscounted();
        await this.#send({ side, outline, pages, charts });
      },
      page: async (page: number, content: Extract<ComparisonRequest, { content: unknown }>['content']) => {
        await this.#send({ side, page, content });
        this.#progress(1);
      },
    };
  }

  async compare(): Promise<ComparedPage[]> {
    const all: ComparedPage[] = [];
    const matched = await this.#send('match');
    if (typeof matched === 'string' || !('pairs' in matched)) throw broken();
    while (all.length < matched.pairs) {
      const answer = await this.#send('next');
      if (typeof answer === 'string' || !('compared' in answer) || answer.compared.length === 0)
        throw broken();
      all.push(...answer.compared);
      // A sheet gives several pairs.
      const pages = this.#pages.old + this.#pages.new;
      this.#progress(pages + (pages * all.length) / matched.pairs - this.#done);
    }
    return all;
  }

  #progress(pages: number): void {
    this.#done += pages;
    this.#onProgress(this.#done, 2 * (this.#pages.old + this.#pages.new));
  }

  #send(request: ComparisonRequest, limit_ms = STEP_MS): Promise<ComparisonAnswer> {
    const answer = this.#turn.then(async () => {
      const said = await this.#ask(request, limit_ms, late);
      if (typeof said !== 'string' && 'problem' in said) throw broken(said.problem);
      return said;
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }
}

function late(): TripKitError {
  return documentError(
    'timeout',
    'A page of the documents took too long to compare. Tell the service’s operator.',
  );
}

function broken(cause?: string): TripKitError {
  return documentError('damaged', 'The documents could not be compared. Tell the service’s operator.', cause);
}

const ERRORS = {
  notStarted: (cause: unknown) =>
    new TripKitError(
      'disk',
      'The comparison of documents could not be started on this machine. Install Trip Kit Desktop again.',
      { condition: 'comparison', cause },
    ),
  tooLarge: (cause: unknown) =>
    documentError(
      'memory',
      'The documents need too much memory to be compared. Tell the service’s operator.',
      cause,
    ),
  closed: () => documentError('closed', 'The comparison of the documents was given up. Try again.'),
};
