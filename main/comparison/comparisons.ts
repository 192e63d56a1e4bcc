import type { ChangeCounts, Comparison, ReviewedPage } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import { isFlightOver } from '../kits/rules/kit-facts.ts';
import type { SoundnessKeeper } from '../soundness/soundness.ts';
import type { KitDocument } from '../store/kit-record.ts';
import {
  type ComparisonJob,
  ComparisonQueue,
  type ComparisonQueueDeps,
  documentsOf,
} from './comparison-queue.ts';
import {
  type Change,
  type ChangeCountsKeeper,
  type ComparedPage,
  changesOf,
  isChange,
} from './comparison-record.ts';
import { type ComparisonFacts, type ComparisonStore, type DocumentPair, pairOf } from './comparison-store.ts';
import { type KitPairs, readKit } from './kit-pairs.ts';
import { type ReviewStore, reviewedBy } from './review-store.ts';
import { namedPage, pageKey } from './rules/compared-page.ts';

export interface ComparisonsDeps
  extends Pick<AppContext, 'log' | 'now' | 'user'>,
    Pick<
      ComparisonQueueDeps,
      'compare' | 'isWhole' | 'fileOf' | 'chartsOf' | 'isBusy' | 'limit_ms' | 'look_ms'
    > {
  engine: Pick<KitEngine, 'list' | 'get'>;
  soundness: Pick<SoundnessKeeper, 'finding'>;
  pairs: KitPairs;
  store: ComparisonStore;
  reviews: ReviewStore;
  counts: ChangeCountsKeeper;
  /** Whether this computer's user has opened the kit. */
  isOpened(kit_id: string): boolean;
  /** Gives the names of a kit's pages, or of one of the charts of a sheet, from 0; null without a known name. */
  namesOf(kit_id: string): (page: number, part: number | null) => string | null;
  /** Called when a comparison of two kits of one flight is ready, before `onChange`. */
  onReady(old_id: string, new_id: string): void;
  /** Called when a comparison progresses, is ready or failed, or when pages were reviewed. */
  onChange(old_id: string, new_id: string): void;
}

/** A kit that can be compared. */
type ReadyKit = LiveKit & { document: KitDocument };
type Found = Pick<ComparisonFacts, 'changes' | 'why'> & { state: 'ready' | 'failed' };

/**
 * Changes between kits, and people's reviews of them. Kits of one flight are compared automatically until the flight is over, any
 * two kits when a person asks.
 *
 * Methods that a person calls @throws TripKitError: of kind `config` if a kit does not exist, of kind `disk` if reading or
 *   writing fails; the others only log.
 */
export class Comparisons {
  readonly #deps: ComparisonsDeps;
  readonly #queue: ComparisonQueue;
  /** Results, by pair of documents. */
  #found: Map<string, Found> | null = null;
  /** Why a comparison failed since the app started, by pair of documents. */
  readonly #failed = new Map<string, string>();
  /** When this computer's user reviewed each page, by pair of documents. */
  #reviewed: Map<string, Map<string, number>> | null = null;

  constructor(deps: ComparisonsDeps) {
    this.#deps = deps;
    this.#queue = new ComparisonQueue({
      ...deps,
      onProgress: (job) => this.#report(job),
      onReady: (job, pages) => this.#ready(job, pages),
      onFailed: (job, why, lasting) => {
        if (lasting) this.#results().set(keyOf(job), { state: 'failed', why, changes: [] });
        else this.#failed.set(keyOf(job), why);
        this.#report(job);
      },
    });
  }

  /** Starts to compare the waiting pairs. */
  start(): void {
    this.#queue.start();
  }

  /** Stops the work. It continues at the next start. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }

  /** Resolves when there is nothing to compare at the moment; for tests. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Changes from an older kit to a newer one. Starts the comparison if it has not been made. */
  of(old_id: string, new_id: string): Comparison {
    const [old, newer] = this.#both(old_id, new_id);
    const empty = { old_id, new_id, done: 0, why: null, pages: [] };
    const refusal = this.#refusal(old, newer);
    if (refusal !== null) return { ...empty, state: 'failed', why: refusal };
    const pair = documents(old as ReadyKit, newer as ReadyKit);
    const found = this.#results().get(pairOf(pair));
    const why = found?.why ?? this.#failed.get(pairOf(pair));
    if (why) return { ...empty, state: 'failed', why };
    const pages = this.#pages(pair);
    if (pages !== null) return { ...empty, state: 'ready', done: 1, pages: this.#withReviews(pair, pages) };
    this.#queue.want(jobOf(old as ReadyKit, newer as ReadyKit, true));
    return { ...empty, ...(this.#queue.stateOf(pair) ?? { state: 'waiting' }) };
  }

  /**
   * Records that this computer's user has reviewed the charts of these pages, or has not (`reviewed` false). A chart is reviewed
   * with all its changed pages. Charts without changes are ignored.
   */
  review(old_id: string, new_id: string, wanted: readonly ReviewedPage[], reviewed: boolean): Comparison {
    const { reviews, user, now, namesOf } = this.#deps;
    const comparison = this.of(old_id, new_id);
    if (comparison.state !== 'ready') {
      throw new TripKitError(
        'config',
        comparison.why ?? 'These kits are not compared yet. Wait until that is done, then try again.',
        { condition: 'not_compared' },
      );
    }
    const [old, newer] = this.#both(old_id, new_id) as [ReadyKit, ReadyKit];
    const pair = documents(old, newer);
    const seen = this.#reviewedOf(pair);
    const charts = new Set(pagesOf(comparison.pages, wanted).map(({ chart }) => chart));
    const pages = comparison.pages
      .filter((page) => charts.has(page.chart) && isChange(page))
      .map(namedPage)
      .filter((page) => seen.has(pageKey(page)) !== reviewed);
    if (pages.length === 0) return comparison;
    const [oldNames, names] = [namesOf(old_id), namesOf(new_id)];
    const named = pages.map(({ old: was, new: is, part }) =>
      is === null ? oldNames(was ?? 0, part?.old ?? null) : names(is, part?.new ?? null),
    );
    reviews.add({ kit_id: new_id, ...pair, pages, named, reviewed, who: user, at: now() });
    this.#reviews().set(pairOf(pair), reviewedBy(reviews.between(pair.old_sha256, pair.new_sha256), user));
    if (this.#readBefore(new_id) === old_id) this.#deps.pairs.opened([new_id]);
    this.#report(jobOf(old, newer, true));
    return this.of(old_id, new_id);
  }

  /** A newer kit, the kit that it is compared with, and the results; null if there is none, or not yet. */
  change(new_id: string): { old: ReadyKit; new: ReadyKit; pages: ComparedPage[] } | null {
    const { pairs, engine } = this.#deps;
    const newer = engine.get(new_id);
    const old_id = pairs.all().get(new_id);
    if (old_id === undefined) return null;
    const old = engine.list().find(({ id }) => id === old_id);
    if (!isHere(old) || !isHere(newer) || this.#refusal(old, newer) !== null) return null;
    const pages = this.#pages(documents(old, newer));
    return pages && { old, new: newer, pages };
  }

  /** The newer kits whose comparison is ready, with their older kits. */
  ready(): [new_id: string, old_id: string][] {
    const kits = this.#kits();
    return [...this.#deps.pairs.all()].filter(([new_id, old_id]) => {
      const [old, newer] = [kits.get(old_id), kits.get(new_id)];
      return (
        isHere(old) && isHere(newer) && this.#results().get(pairOf(documents(old, newer)))?.state === 'ready'
      );
    });
  }

  /** Call when kits have changed, were opened, or are damaged. Queues the comparisons needed and updates the counts. Never throws. */
  refresh(): void {
    this.#try(() => {
      const { pairs, counts } = this.#deps;
      pairs.refresh();
      const kits = this.#kits();
      const wanted = this.#wanted(this.#compared(kits));
      this.#queue.keepOnly((job) => {
        if (!isOf(job.old, kits) || !isOf(job.new, kits)) return false;
        return job.asked || wanted.has(keyOf(job));
      });
      for (const job of wanted.values()) this.#queue.want(job);
      this.#count(kits, [...new Set([...pairs.all().keys(), ...counts.kits()])]);
    });
  }

  /** Call when kits were removed. Never throws. */
  forget(kit_ids: readonly string[]): void {
    if (kit_ids.length === 0) return;
    const { pairs, counts } = this.#deps;
    counts.forget(kit_ids);
    pairs.forget(kit_ids);
    this.#reviewed = null;
    this.tidy();
  }

  /** Deletes comparisons of documents that are no longer on this laptop. Never throws. */
  tidy(): void {
    this.#try(() => {
      const kits = this.#kits();
      const there = new Set([...kits.values()].flatMap(({ document }) => document?.sha256 ?? []));
      const needed = new Set(this.#compared(kits).map(([old, newer]) => pairOf(documents(old, newer))));
      this.#deps.store.keepOnly(there, needed);
      this.#found = null;
    });
  }

  /** Pairs each newer kit with the one opened before it, whose marks it gets, and with the one that its changes are shown against. */
  #compared(kits: ReadonlyMap<string, LiveKit>): [old: ReadyKit, newer: ReadyKit][] {
    return [...this.#deps.pairs.all()].flatMap(([new_id, old_id]) => {
      const newer = kits.get(new_id);
      const older = new Set([old_id, this.#readBefore(new_id, kits)]);
      return [...older].flatMap((id): [ReadyKit, ReadyKit][] => {
        const old = kits.get(id ?? '');
        return isHere(old) && isHere(newer) ? [[old, newer]] : [];
      });
    });
  }

  /** Pairs of kits of one flight that still have to be compared, latest last. */
  #wanted(compared: readonly [old: ReadyKit, newer: ReadyKit][]): Map<string, ComparisonJob> {
    const now = this.#deps.now();
    const jobs = compared.flatMap(([old, newer]) => {
      if (isFlightOver(newer.trip?.departure, now)) return [];
      const key = pairOf(documents(old, newer));
      const isRefused = this.#refusal(old, newer) !== null;
      // A failed comparison may succeed once the documents are intact again.
      if (isRefused) this.#failed.delete(key);
      const isDone = isRefused || this.#results().has(key) || this.#failed.has(key);
      return isDone ? [] : [{ key, at: newer.created_at, job: jobOf(old, newer, false) }];
    });
    return new Map(jobs.sort((a, b) => a.at - b.at).map(({ key, job }) => [key, job]));
  }

  #ready(job: ComparisonJob, pages: ComparedPage[]): void {
    const changes = changesOf(pages);
    this.#results().set(keyOf(job), { state: 'ready', why: null, changes });
    this.#report(job, (old_id, new_id) => this.#deps.onReady(old_id, new_id));
  }

  /** Updates the counts and reports the kits of these documents. @param first called before, for those of one flight */
  #report(job: ComparisonJob, first: (old_id: string, new_id: string) => void = () => {}): void {
    this.#try(() => {
      const kits = this.#kits();
      const { pairs, onChange } = this.#deps;
      const compared = this.#compared(kits);
      const about = compared
        .filter(([old, newer]) => pairOf(documents(old, newer)) === keyOf(job))
        .map(([old, newer]) => [old.id, newer.id] as const);
      for (const [old_id, new_id] of about) if (pairs.all().get(new_id) === old_id) first(old_id, new_id);
      // The kit that later kits' changes are shown against may be another one now.
      if (this.#results().has(keyOf(job)))
        for (const wanted of this.#wanted(compared).values()) this.#queue.want(wanted);
      this.#count(kits, [...pairs.all().keys()]);
      const asked = [job.old.kit_id, job.new.kit_id] as const;
      const tell = new Map([asked, ...about].map((pair) => [pair.join(' '), pair]));
      for (const [old_id, new_id] of tell.values()) onChange(old_id, new_id);
    });
  }

  #count(kits: ReadonlyMap<string, LiveKit>, ids: readonly string[]): void {
    const counted = ids.flatMap((id) => {
      const newer = kits.get(id);
      if (!newer) return [];
      const old = kits.get(this.#readBefore(id, kits) ?? '');
      return [[id, isHere(old) && isHere(newer) ? this.#countsOf(old, newer) : null] as const];
    });
    this.#deps.counts.put(new Map(counted));
  }

  #countsOf(old: ReadyKit, newer: ReadyKit): ChangeCounts | null {
    const none = { old_id: old.id, changed: 0, unreviewed: 0, was_read: this.#deps.isOpened(old.id) };
    const pair = documents(old, newer);
    const found = this.#results().get(pairOf(pair));
    if (this.#refusal(old, newer) !== null || found?.state === 'failed' || this.#failed.has(pairOf(pair)))
      return { ...none, state: 'failed' };
    if (found) {
      const charts = [...this.#reviewedCharts(pair, found.changes).values()];
      const unreviewed = charts.filter((at) => at === null).length;
      return { ...none, state: 'ready', changed: charts.length, unreviewed };
    }
    const queued = this.#queue.stateOf(pair);
    return queued && { ...none, state: queued.state };
  }

  /** The older kit that the changes of a newer one are shown against. */
  #readBefore(new_id: string, kits: ReadonlyMap<string, LiveKit> = this.#kits()): string | undefined {
    return readKit(new_id, this.#deps.pairs.all(), (old_id, id) => {
      const [old, newer] = [kits.get(old_id), kits.get(id)];
      if (!isHere(old) || !isHere(newer)) return false;
      const pair = documents(old, newer);
      const found = this.#results().get(pairOf(pair));
      const seen = this.#reviewedOf(pair);
      return found?.state === 'ready' && found.changes.every(({ page }) => seen.has(pageKey(page)));
    });
  }

  /** When each changed chart was reviewed, ms since 1970 UTC: when its last page was; null if a page was not. */
  #reviewedCharts(pair: DocumentPair, changes: readonly Change[]): Map<number, number | null> {
    const seen = this.#reviewedOf(pair);
    const charts = new Map<number, number | null>();
    for (const { page, chart } of changes) {
      const at = seen.get(pageKey(page)) ?? null;
      const before = charts.get(chart);
      charts.set(
        chart,
        before === undefined ? at : before === null || at === null ? null : Math.max(before, at),
      );
    }
    return charts;
  }

  /** The pages; each changed page has the time of its chart's review. */
  #withReviews(pair: DocumentPair, pages: readonly ComparedPage[]): Comparison['pages'] {
    const charts = this.#reviewedCharts(pair, changesOf(pages));
    return pages.map((page) => {
      const at = isChange(page) ? (charts.get(page.chart) ?? null) : null;
      return { ...page, reviewed_at: at === null ? null : utc(at) };
    });
  }

  #both(old_id: string, new_id: string): [LiveKit, LiveKit] {
    const { engine } = this.#deps;
    const kits: [LiveKit, LiveKit] = [engine.get(old_id), engine.get(new_id)];
    if (old_id !== new_id) return kits;
    throw new TripKitError('config', 'This is the same kit twice. Choose another one to compare it with.', {
      condition: 'same_kit',
    });
  }

  /** Why these kits can't be compared, and what to do; null if they can. */
  #refusal(old: LiveKit, newer: LiveKit): string | null {
    for (const [kit, which] of [
      [old, 'older'],
      [newer, 'newer'],
    ] as const) {
      if (kit.document === null)
        return `The ${which} kit is not on this laptop. Wait until it is ready, then compare the two.`;
      if (kit.state !== 'ready' || this.#deps.soundness.finding(kit).state === 'damaged')
        return `The document of the ${which} kit is damaged, so it can’t be compared. Download that kit again, or request a new one.`;
    }
    return null;
  }

  /** Null if these documents have no comparison. One that can't be read any more is made again. */
  #pages(pair: DocumentPair): ComparedPage[] | null {
    if (this.#results().get(pairOf(pair))?.state !== 'ready') return null;
    const pages = this.#deps.store.pages(pair);
    if (pages === null) this.#results().delete(pairOf(pair));
    return pages;
  }

  #results(): Map<string, Found> {
    this.#found ??= new Map(
      this.#deps.store
        .facts()
        .flatMap(({ state, ...facts }) =>
          state === 'begun' ? [] : [[pairOf(facts), { ...facts, state }] as const],
        ),
    );
    return this.#found;
  }

  #reviewedOf(pair: DocumentPair): ReadonlyMap<string, number> {
    return this.#reviews().get(pairOf(pair)) ?? new Map<string, number>();
  }

  #reviews(): Map<string, Map<string, number>> {
    const { reviews, user } = this.#deps;
    this.#reviewed ??= new Map(
      [...Map.groupBy(reviews.all(), pairOf)].map(([key, ofPair]) => [key, reviewedBy(ofPair, user)]),
    );
    return this.#reviewed;
  }

  #kits(): Map<string, LiveKit> {
    return new Map(this.#deps.engine.list().map((kit) => [kit.id, kit]));
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#deps.log.error('What changed between kits could not be kept or read.', error);
    }
  }
}

function isHere(kit: LiveKit | undefined): kit is ReadyKit {
  return kit !== undefined && kit.document !== null;
}

function documents(old: ReadyKit, newer: ReadyKit): DocumentPair {
  return { old_sha256: old.document.sha256, new_sha256: newer.document.sha256 };
}

function keyOf(job: ComparisonJob): string {
  return pairOf(documentsOf(job));
}

function jobOf(old: ReadyKit, newer: ReadyKit, asked: boolean): ComparisonJob {
  return {
    old: { kit_id: old.id, document: old.document },
    new: { kit_id: newer.id, document: newer.document },
    asked,
  };
}

/** Whether this is still the kit's document, and can be read. */
function isOf({ kit_id, document }: ComparisonJob['old'], kits: ReadonlyMap<string, LiveKit>): boolean {
  const kit = kits.get(kit_id);
  return kit?.state === 'ready' && kit.document?.sha256 === document.sha256;
}

/** @throws TripKitError of kind `config` if there is no such page */
function pagesOf(pages: Comparison['pages'], wanted: readonly ReviewedPage[]): Comparison['pages'] {
  const byKey = new Map(pages.map((page) => [pageKey(page), page]));
  const found = wanted.map((one) => byKey.get(pageKey(one)));
  if (found.every((page) => page !== undefined)) return found;
  throw new TripKitError(
    'config',
    'There is no such page in what changed between these kits. Open the comparison again.',
    { condition: 'unknown_page' },
  );
}
