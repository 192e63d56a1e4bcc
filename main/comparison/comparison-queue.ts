import { setTimeout as pause } from 'node:timers/promises';
import { TripKitError } from '../common/errors.ts';
import { abortable } from '../common/wait.ts';
import type { AppContext } from '../host/host.ts';
import type { KitDocument } from '../store/kit-record.ts';
import { besideItself } from './beside-itself.ts';
import type { DocumentToCompare } from './compare-documents.ts';
import { type ComparedPage, checkedPages } from './comparison-record.ts';
import { type ComparisonStore, type DocumentPair, pairOf } from './comparison-store.ts';

/** A document that is compared, and the kit whose it is. */
export interface KitToCompare {
  kit_id: string;
  document: KitDocument;
}

/** Two kits to compare. */
export interface ComparisonJob {
  old: KitToCompare;
  new: KitToCompare;
  /** A person waits for it. */
  asked: boolean;
}

/** Compares two documents. @returns ComparedPage[], which is checked. @throws TripKitError; the signal's reason */
export type CompareDocuments = (
  old: DocumentToCompare,
  new_: DocumentToCompare,
  options: { signal: AbortSignal; onProgress(done: number, of: number): void },
) => Promise<unknown>;

export interface ComparisonQueueDeps extends Pick<AppContext, 'log' | 'now'> {
  compare: CompareDocuments;
  /**
   * Whether a kit's document on the disk is the one that it says: what is found is kept by its hash.
   *
   * @throws TripKitError of kind `disk`; the signal's reason
   */
  isWhole(kit: KitToCompare, signal: AbortSignal): Promise<boolean>;
  store: Pick<ComparisonStore, 'begin' | 'putDown' | 'finish' | 'fail'>;
  /** Where a kit's document is. */
  fileOf(kit_id: string): string;
  /** The charts of a kit's pages, page 1 first; none where they are not all known. */
  chartsOf(kit_id: string): NonNullable<DocumentToCompare['charts']>;
  /** Whether documents are downloaded or taken in: what nobody waits for comes after that. */
  isBusy(): boolean;
  /** A comparison has begun, gone on or gone back into the queue. */
  onProgress(job: ComparisonJob): void;
  /** A comparison is ready. @param pages as they are kept */
  onReady(job: ComparisonJob, pages: ComparedPage[]): void;
  /** Documents can't be compared. @param lasting whether that is the documents' fault @param why a sentence */
  onFailed(job: ComparisonJob, why: string, lasting: boolean): void;
  /** How long one comparison may take, ms. 10 min if absent. */
  limit_ms?: number;
  /** When it is looked again whether others are busy, ms. 2 s if absent. */
  look_ms?: number;
}

const LIMIT_MS = 10 * 60_000;
const LOOK_MS = 2_000;
/** Comparisons that persons may wait for at a time; of more the one that waits longest is let go. */
const MAX_ASKED = 20;
/** Documents whose comparison was begun so often without being ended take the process down. */
const MAX_STARTS = 3;
/** Progress is told at most so often, ms. */
const PROGRESS_MS = 500;

const NOT_WHOLE = 'not_whole';

interface Running {
  job: ComparisonJob;
  ended: AbortController;
  done: number;
  told: number;
}

/** The documents of a job. */
export function documentsOf(job: ComparisonJob): DocumentPair {
  return { old_sha256: job.old.document.sha256, new_sha256: job.new.document.sha256 };
}

/**
 * Compares documents, one pair at a time: first what a person waits for, then what was wanted last. What nobody waits for begins
 * when nothing else is done with documents, and gives way to what a person asks for.
 */
export class ComparisonQueue {
  readonly #deps: ComparisonQueueDeps;
  /** By pair, in the order in which they were wanted. */
  readonly #waiting = new Map<string, ComparisonJob>();
  #running: Running | null = null;
  #working: Promise<void> | null = null;
  #stopped = true;
  /** Resolves when something has changed. */
  #changed = Promise.withResolvers<void>();

  constructor(deps: ComparisonQueueDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#stopped = false;
    this.#wake();
  }

  /** Puts a comparison into the queue; one that is in it already only moves forward where a person asks for it. */
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
    if (job.asked) this.#letGoOfAsked();
    // It is made anew after what a person waits for.
    if (job.asked && running?.job.asked === false) {
      this.#waiting.set(pairOf(documentsOf(running.job)), running.job);
      running.ended.abort();
    }
    this.#wake();
  }

  /** Lets go of comparisons that nobody wants any more. */
  keepOnly(isWanted: (job: ComparisonJob) => boolean): void {
    for (const [key, job] of this.#waiting) if (!isWanted(job)) this.#waiting.delete(key);
    if (this.#running && !isWanted(this.#running.job)) this.#running.ended.abort();
    this.#wake();
  }

  /** Where a comparison stands: `done` of it, 0 to 1; null where it is not in the queue. */
  stateOf(pair: DocumentPair): { state: 'waiting' | 'running'; done: number } | null {
    const key = pairOf(pair);
    const running = this.#running;
    if (running && !running.ended.signal.aborted && pairOf(documentsOf(running.job)) === key)
      return { state: 'running', done: running.done };
    return this.#waiting.has(key) ? { state: 'waiting', done: 0 } : null;
  }

  /** Resolves when there is nothing to do at this moment; for tests. */
  async idle(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  /** Puts the work down; it is done anew at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.clear();
    this.#running?.ended.abort();
    this.#changed.resolve();
    await this.#working;
  }

  #letGoOfAsked(): void {
    const asked = [...this.#waiting].filter(([, { asked }]) => asked);
    if (asked.length > MAX_ASKED) this.#waiting.delete(asked[0]?.[0] ?? '');
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
    if (this.#stopped) return;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
      // What came in between the last look and now.
      if (this.#waiting.size > 0 && !this.#stopped) this.#wake();
    });
  }

  async #work(): Promise<void> {
    while (!this.#stopped && this.#waiting.size > 0) {
      const next = this.#next();
      if (next === null) await this.#lookAgain();
      else await this.#run(next);
    }
  }

  /** Null: what waits has to wait until others are not busy. */
  #next(): ComparisonJob | null {
    const all = [...this.#waiting];
    const asked = all.findLast(([, job]) => job.asked);
    const found = asked ?? (this.#deps.isBusy() ? undefined : all.at(-1));
    if (!found) return null;
    this.#waiting.delete(found[0]);
    return found[1];
  }

  async #lookAgain(): Promise<void> {
    const ended = new AbortController();
    const look = pause(this.#deps.look_ms ?? LOOK_MS, undefined, { signal: ended.signal, ref: false });
    await Promise.race([this.#changed.promise, look]);
    ended.abort();
    look.catch(() => {});
  }

  async #run(job: ComparisonJob): Promise<void> {
    const { store, now, log, onProgress, onReady, onFailed } = this.#deps;
    const pair = documentsOf(job);
    const running: Running = { job, ended: new AbortController(), done: 0, told: 0 };
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
      return besideItself(job.new.document.pages, chartsOf(job.new.kit_id));
    const documentOf = ({ kit_id }: KitToCompare) => ({ file: fileOf(kit_id), charts: chartsOf(kit_id) });
    const late = AbortSignal.timeout(limit_ms);
    const signal = AbortSignal.any([running.ended.signal, late]);
    const work = this.#compareWhole(
      job,
      { old: documentOf(job.old), new: documentOf(job.new) },
      {
        signal,
        onProgress: (done, of) => {
          running.done = of > 0 ? Math.min(1, Math.max(running.done, done / of)) : 0;
          if (now() - running.told < PROGRESS_MS || signal.aborted) return;
          running.told = now();
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

/** Whether it is the documents' fault: one that took too long may be quicker in another run, a damaged one is fetched again. */
function isLasting(error: unknown): error is TripKitError {
  if (!(error instanceof TripKitError) || error.kind !== 'document') return false;
  return error.condition !== 'timeout' && error.condition !== NOT_WHOLE;
}
