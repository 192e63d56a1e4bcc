import { systemClock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { tryOrLog } from '../common/log.ts';
import { abortable, sleepUntil, Wakeup, withTimeLimit } from '../common/wait.ts';
import type { AppContext } from '../host/host.ts';
import type { DocumentToCompare } from './compare-documents.ts';
import { checkedPages, compareWithItself } from './comparison-record.ts';
import {
  type ComparedKit,
  type ComparedKits,
  type ComparisonStore,
  documentsOf,
  keyOf,
} from './comparison-store.ts';
import type { ComparedPage } from './rules/compared-page.ts';

/** Two kits to compare. */
export interface ComparisonJob extends ComparedKits {
  /** Whether a person is waiting for it. */
  asked: boolean;
}

/** Compares two documents. @returns ComparedPage[], not yet validated. @throws TripKitError; the signal's reason */
export type CompareDocuments = (
  old: DocumentToCompare,
  newer: DocumentToCompare,
  options: { signal: AbortSignal; onProgress(done: number, of: number): void },
) => Promise<unknown>;

/** How documents are compared. */
export interface ComparisonWork {
  compare: CompareDocuments;
  /**
   * Whether a kit's document on the disk matches the kit's hash: results are stored by hash.
   *
   * @throws TripKitError of kind `disk`; the signal's reason
   */
  isWhole(kit: ComparedKit, signal: AbortSignal): Promise<boolean>;
  /** Path of a kit's document. */
  fileOf(kit_id: string): string;
  /** The charts of a kit's pages, page 1 first; empty unless all are known. */
  chartsOf(kit_id: string): NonNullable<DocumentToCompare['charts']>;
  /** Whether documents are being downloaded or read. Comparisons that nobody waits for then have to wait. */
  isBusy(): boolean;
  /** Time limit of one comparison, ms. Default 10 min. */
  limit_ms?: number;
  /** Interval of the checks whether others are busy, ms. Default 2 s. */
  look_ms?: number;
}

interface ComparisonQueueDeps extends ComparisonWork, Pick<AppContext, 'log' | 'now'> {
  store: Pick<ComparisonStore, 'begin' | 'putDown' | 'finish' | 'fail'>;
  /** A comparison has started, progressed or returned to the queue. */
  onProgress(job: ComparisonJob): void;
  /** A comparison is ready. @param pages as they are stored */
  onReady(job: ComparisonJob, pages: ComparedPage[]): void;
  /** A comparison failed. @param lasting whether the documents are the cause @param why a sentence */
  onFailed(job: ComparisonJob, why: string, lasting: boolean): void;
}

const LIMIT_MS = 10 * 60_000;
const LOOK_MS = 2_000;
/** Maximum number of comparisons that people wait for; beyond it, the one that has waited longest is dropped. */
const MAX_ASKED = 20;
/** Documents whose comparison was started this often and never ended are assumed to crash the process. */
const MAX_STARTS = 3;
/** Minimum interval between progress reports, ms. */
const PROGRESS_MS = 500;

const NOT_WHOLE = 'not_whole';

interface Running {
  job: ComparisonJob;
  ended: AbortController;
  done: number;
  reportedAt: number;
}

/**
 * Compares one pair of documents at a time: first those that a person waits for, then the latest request. Comparisons that nobody
 * waits for start when no other work on documents is running, and are interrupted by a person's request.
 */
export class ComparisonQueue {
  readonly #deps: ComparisonQueueDeps;
  /** By pair, in the order of the requests. */
  readonly #waiting = new Map<string, ComparisonJob>();
  #running: Running | null = null;
  #working: Promise<void> | null = null;
  #stopped = true;
  readonly #changed = new Wakeup();

  constructor(deps: ComparisonQueueDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#stopped = false;
    this.#wake();
  }

  /** Adds a comparison to the queue. One that is queued already moves forward only if a person asks for it. */
  want(job: ComparisonJob): void {
    const key = keyOf(job);
    const running = this.#running?.ended.signal.aborted === false ? this.#running : null;
    if (running && keyOf(running.job) === key) {
      running.job.asked ||= job.asked;
      return;
    }
    const known = this.#waiting.get(key);
    if (known && !job.asked) return;
    this.#waiting.delete(key);
    this.#waiting.set(key, job);
    if (job.asked) this.#limitAsked();
    // The interrupted comparison starts again after the one that a person waits for.
    if (job.asked && running?.job.asked === false) {
      this.#waiting.set(keyOf(running.job), running.job);
      running.ended.abort();
    }
    this.#wake();
  }

  /** Drops comparisons that are no longer wanted. */
  keepOnly(isWanted: (job: ComparisonJob) => boolean): void {
    for (const [key, job] of this.#waiting) if (!isWanted(job)) this.#waiting.delete(key);
    if (this.#running && !isWanted(this.#running.job)) this.#running.ended.abort();
    this.#wake();
  }

  /** State of a comparison; `done` is 0 to 1. Null if it is not in the queue. */
  stateOf(kits: ComparedKits): { state: 'waiting' | 'running'; done: number } | null {
    const key = keyOf(kits);
    const running = this.#running;
    if (running && !running.ended.signal.aborted && keyOf(running.job) === key)
      return { state: 'running', done: running.done };
    return this.#waiting.has(key) ? { state: 'waiting', done: 0 } : null;
  }

  /** Resolves when there is nothing to do at the moment; for tests. */
  async idle(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  /** Stops the work. It starts again at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.clear();
    this.#running?.ended.abort();
    this.#changed.wake();
    await this.#working;
  }

  #limitAsked(): void {
    const asked = [...this.#waiting].filter(([, { asked }]) => asked);
    if (asked.length > MAX_ASKED) this.#waiting.delete(asked[0]?.[0] ?? '');
  }

  #wake(): void {
    this.#changed.wake();
    if (this.#stopped) return;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
      // Jobs that were added since the last check.
      if (this.#waiting.size > 0 && !this.#stopped) this.#wake();
    });
  }

  async #work(): Promise<void> {
    while (!this.#stopped && this.#waiting.size > 0) {
      const next = this.#next();
      if (next === null) await this.#waitForChange();
      else await this.#run(next);
    }
  }

  /** Null: the waiting jobs have to wait until others are not busy. */
  #next(): ComparisonJob | null {
    const all = [...this.#waiting];
    const asked = all.findLast(([, job]) => job.asked);
    const found = asked ?? (this.#deps.isBusy() ? undefined : all.at(-1));
    if (!found) return null;
    this.#waiting.delete(found[0]);
    return found[1];
  }

  async #waitForChange(): Promise<void> {
    const { look_ms = LOOK_MS } = this.#deps;
    await sleepUntil(this.#changed.wait, look_ms, systemClock, new AbortController().signal);
  }

  async #run(job: ComparisonJob): Promise<void> {
    const { store, now, log, onProgress, onReady, onFailed } = this.#deps;
    const pair = documentsOf(job);
    const running: Running = { job, ended: new AbortController(), done: 0, reportedAt: 0 };
    this.#running = running;
    let outcome: () => void;
    try {
      const starts = store.begin(pair, now());
      if (starts > MAX_STARTS) {
        throw new TripKitError(
          'document',
          'Comparing these documents ended the app before, so they are not compared again. Look at both kits side by side.',
        );
      }
      onProgress(job);
      const pages = store.finish(pair, await this.#compare(running));
      outcome = () => onReady(job, pages);
    } catch (error) {
      if (running.ended.signal.aborted) {
        this.#try(() => store.putDown(pair));
        outcome = () => onProgress(job);
      } else if (isLasting(error)) {
        log.warn(
          `The documents of the kits ${job.old.id} and ${job.new.id} can't be compared: ${error.message}`,
        );
        this.#try(() => store.fail(pair, error.message));
        outcome = () => onFailed(job, error.message, true);
      } else {
        log.error(
          `The documents of the kits ${job.old.id} and ${job.new.id} can't be compared in this run.`,
          error,
        );
        this.#try(() => store.putDown(pair));
        const why =
          error instanceof TripKitError
            ? error.message
            : 'The comparison failed by an error of the app. Look at both kits side by side, and tell support.';
        outcome = () => onFailed(job, why, false);
      }
    } finally {
      this.#running = null;
    }
    this.#try(outcome);
  }

  async #compare(running: Running): Promise<ComparedPage[]> {
    const { chartsOf, onProgress, now, limit_ms = LIMIT_MS } = this.#deps;
    const { job } = running;
    if (job.old.document.sha256 === job.new.document.sha256)
      return compareWithItself(job.new.document.pages, chartsOf(job.new.id));
    const late = () =>
      new TripKitError(
        'document',
        `Comparing the documents took longer than ${Math.ceil(limit_ms / 60_000)} min and was given up. Look at both kits side by side.`,
        { condition: 'timeout' },
      );
    const found = await withTimeLimit(limit_ms, late, systemClock, running.ended.signal, (signal) => {
      const work = this.#compareWhole(job, {
        signal,
        onProgress: (done, of) => {
          running.done = of > 0 ? Math.min(1, Math.max(running.done, done / of)) : 0;
          if (now() - running.reportedAt < PROGRESS_MS || signal.aborted) return;
          running.reportedAt = now();
          onProgress(job);
        },
      });
      return abortable(work, signal);
    });
    const pages = checkedPages(found, job.old.document.pages, job.new.document.pages);
    if (pages !== null) return pages;
    throw new TripKitError(
      'document',
      'The documents don’t have the pages that they had when they were downloaded, so they can’t be compared. Check both documents, and look at them side by side.',
      { condition: 'unfit' },
    );
  }

  async #compareWhole(job: ComparisonJob, options: Parameters<CompareDocuments>[2]): Promise<unknown> {
    const { compare, isWhole, fileOf, chartsOf } = this.#deps;
    for (const [kit, which] of [
      [job.old, 'older'],
      [job.new, 'newer'],
    ] as const) {
      if (await isWhole(kit, options.signal)) continue;
      throw new TripKitError(
        'document',
        `The document of the ${which} kit is not what was verified, so it can’t be compared. Download that kit again, or request a new one.`,
        { condition: NOT_WHOLE },
      );
    }
    const documentOf = ({ id }: ComparedKit) => ({ file: fileOf(id), charts: chartsOf(id) });
    return compare(documentOf(job.old), documentOf(job.new), options);
  }

  #try(work: () => void): void {
    tryOrLog(this.#deps.log, 'What is known of compared kits could not be kept.', work);
  }
}

/** Whether the documents are the cause: one that timed out may be quicker in another run, a damaged one is downloaded again. */
function isLasting(error: unknown): error is TripKitError {
  if (!(error instanceof TripKitError) || error.kind !== 'document') return false;
  return error.condition !== 'timeout' && error.condition !== NOT_WHOLE;
}
