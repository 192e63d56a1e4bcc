import { setTimeout as pause } from 'node:timers/promises';
import { TripKitError } from '../common/errors.ts';
import { abortable, anySignal } from '../common/wait.ts';
import type { AppContext } from '../host/host.ts';
import type { KitDocument } from '../store/kit-record.ts';
import type { DocumentToCompare } from './compare-documents.ts';
import { type ComparedPage, checkedPages, compareWithItself } from './comparison-record.ts';
import { type ComparisonStore, type DocumentPair, pairOf } from './comparison-store.ts';

/** A document to compare, and the kit that it belongs to. */
interface KitToCompare {
  kit_id: string;
  document: KitDocument;
}

/** Two kits to compare. */
export interface ComparisonJob {
  old: KitToCompare;
  new: KitToCompare;
  /** Whether a person is waiting for it. */
  asked: boolean;
}

/** Compares two documents. @returns ComparedPage[], not yet validated. @throws TripKitError; the signal's reason */
export type CompareDocuments = (
  old: DocumentToCompare,
  newer: DocumentToCompare,
  options: { signal: AbortSignal; onProgress(done: number, of: number): void },
) => Promise<unknown>;

export interface ComparisonQueueDeps extends Pick<AppContext, 'log' | 'now'> {
  compare: CompareDocuments;
  /**
   * Whether a kit's document on the disk matches the kit's hash: results are stored by hash.
   *
   * @throws TripKitError of kind `disk`; the signal's reason
   */
  isWhole(kit: KitToCompare, signal: AbortSignal): Promise<boolean>;
  store: Pick<ComparisonStore, 'begin' | 'putDown' | 'finish' | 'fail'>;
  /** Path of a kit's document. */
  fileOf(kit_id: string): string;
  /** The charts of a kit's pages, page 1 first; empty unless all are known. */
  chartsOf(kit_id: string): NonNullable<DocumentToCompare['charts']>;
  /** Whether documents are being downloaded or read. Comparisons that nobody waits for then have to wait. */
  isBusy(): boolean;
  /** A comparison has started, progressed or returned to the queue. */
  onProgress(job: ComparisonJob): void;
  /** A comparison is ready. @param pages as they are stored */
  onReady(job: ComparisonJob, pages: ComparedPage[]): void;
  /** A comparison failed. @param lasting whether the documents are the cause @param why a sentence */
  onFailed(job: ComparisonJob, why: string, lasting: boolean): void;
  /** Time limit of one comparison, ms. Default 10 min. */
  limit_ms?: number;
  /** Interval of the checks whether others are busy, ms. Default 2 s. */
  look_ms?: number;
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

/** The documents of a job. */
export function documentsOf(job: ComparisonJob): DocumentPair {
  return { old_sha256: job.old.document.sha256, new_sha256: job.new.document.sha256 };
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
  /** Resolves at the next change. */
  #changed = Promise.withResolvers<void>();

  constructor(deps: ComparisonQueueDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#stopped = false;
    this.#wake();
  }

  /** Adds a comparison to the queue. One that is queued already moves forward only if a person asks for it. */
  want(job: ComparisonJob): void {
    const key = pairOf(documentsOf(job));
    const running = this.#running?.ended.signal.aborted === false ? this.#running : null;
    if (running && pairOf(documentsOf(running.job)) === key) {
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
      this.#waiting.set(pairOf(documentsOf(running.job)), running.job);
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
  stateOf(pair: DocumentPair): { state: 'waiting' | 'running'; done: number } | null {
    const key = pairOf(pair);
    const running = this.#running;
    if (running && !running.ended.signal.aborted && pairOf(documentsOf(running.job)) === key)
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
    this.#changed.resolve();
    await this.#working;
  }

  #limitAsked(): void {
    const asked = [...this.#waiting].filter(([, { asked }]) => asked);
    if (asked.length > MAX_ASKED) this.#waiting.delete(asked[0]?.[0] ?? '');
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
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
    const ended = new AbortController();
    const look = pause(this.#deps.look_ms ?? LOOK_MS, undefined, { signal: ended.signal, ref: false });
    await Promise.race([this.#changed.promise, look]);
    ended.abort();
    look.catch(() => {});
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
          `The documents of the kits ${job.old.kit_id} and ${job.new.kit_id} can't be compared: ${error.message}`,
        );
        this.#try(() => store.fail(pair, error.message));
        outcome = () => onFailed(job, error.message, true);
      } else {
        log.error(
          `The documents of the kits ${job.old.kit_id} and ${job.new.kit_id} can't be compared in this run.`,
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
    const { fileOf, chartsOf, onProgress, now, limit_ms = LIMIT_MS } = this.#deps;
    const { job } = running;
    if (job.old.document.sha256 === job.new.document.sha256)
      return compareWithItself(job.new.document.pages, chartsOf(job.new.kit_id));
    const documentOf = ({ kit_id }: KitToCompare) => ({ file: fileOf(kit_id), charts: chartsOf(kit_id) });
    const late = AbortSignal.timeout(limit_ms);
    const signal = anySignal(running.ended.signal, late);
    const work = this.#compareWhole(
      job,
      { old: documentOf(job.old), new: documentOf(job.new) },
      {
        signal,
        onProgress: (done, of) => {
          running.done = of > 0 ? Math.min(1, Math.max(running.done, done / of)) : 0;
          if (now() - running.reportedAt < PROGRESS_MS || signal.aborted) return;
          running.reportedAt = now();
          onProgress(job);
        },
      },
    );
    try {
      const found = await abortable(work, signal);
      const pages = checkedPages(found, job.old.document.pages, job.new.document.pages);
      if (pages !== null) return pages;
      throw new TripKitError(
        'document',
        'The documents don’t have the pages that they had when they were downloaded, so they can’t be compared. Check both documents, and look at them side by side.',
        { condition: 'unfit' },
      );
    } catch (error) {
      if (!late.aborted || running.ended.signal.aborted) throw error;
      const minutes = Math.ceil(limit_ms / 60_000);
      throw new TripKitError(
        'document',
        `Comparing the documents took longer than ${minutes} min and was given up. Look at both kits side by side.`,
        { condition: 'timeout', cause: error },
      );
    }
  }

  async #compareWhole(
    job: ComparisonJob,
    files: Record<'old' | 'new', DocumentToCompare>,
    options: Parameters<CompareDocuments>[2],
  ): Promise<unknown> {
    const { compare, isWhole } = this.#deps;
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
    return compare(files.old, files.new, options);
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#deps.log.error('What is known of compared kits could not be kept.', error);
    }
  }
}

/** Whether the documents are the cause: one that timed out may be quicker in another run, a damaged one is downloaded again. */
function isLasting(error: unknown): error is TripKitError {
  if (!(error instanceof TripKitError) || error.kind !== 'document') return false;
  return error.condition !== 'timeout' && error.condition !== NOT_WHOLE;
}
