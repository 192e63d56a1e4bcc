import type { ChangeCounts, Comparison, ReviewedPage } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { tryOrLog } from '../common/log.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import { isFlightOver } from '../kits/rules/kit-facts.ts';
import type { SoundnessKeeper } from '../soundness/soundness.ts';
import type { KitDocument } from '../store/kit-record.ts';
import { type ComparisonJob, ComparisonQueue, type ComparisonWork } from './comparison-queue.ts';
import { type Change, type ChangeCountsKeeper, changesOf } from './comparison-record.ts';
import {
  type ComparedKits,
  type ComparisonFacts,
  type ComparisonStore,
  documentsOf,
  keyOf,
  pairOf,
} from './comparison-store.ts';
import { type KitPairs, readKit } from './kit-pairs.ts';
import { type ReviewStore, reviewedBy } from './review-store.ts';
import { type ComparedPage, isChange, namedPage, pageKey } from './rules/compared-page.ts';

export interface ComparisonsDeps extends ComparisonWork, Pick<AppContext, 'log' | 'now' | 'user'> {
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
  /** Called when a newer kit of a flight was compared with the one opened before it, before `onChange`. */
  onReady(new_id: string): void;
  /** Called when a comparison progresses, is ready or failed, or when pages were reviewed. */
  onChange(old_id: string, new_id: string): void;
}

type ReadyKit = LiveKit & { document: KitDocument };
/** Two kits that have their documents. */
type Pair = { old: ReadyKit; new: ReadyKit };
type Kits = ReadonlyMap<string, LiveKit>;
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
    const kits = this.#both(old_id, new_id);
    const empty = { old_id, new_id, done: 0, why: null, pages: [] };
    const refusal = this.#refusal(kits);
    if (refusal !== null) return { ...empty, state: 'failed', why: refusal };
    const pair = kits as Pair;
    const why = this.#results().get(keyOf(pair))?.why ?? this.#failed.get(keyOf(pair));
    if (why) return { ...empty, state: 'failed', why };
    const pages = this.#pages(pair);
    if (pages !== null) return { ...empty, state: 'ready', done: 1, pages: this.#withReviews(pair, pages) };
    this.#queue.want({ ...pair, asked: true });
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
    const pair = this.#both(old_id, new_id) as Pair;
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
    const documents = documentsOf(pair);
    reviews.add({ kit_id: new_id, ...documents, pages, named, reviewed, who: user, at: now() });
    const between = reviews.between(documents.old_sha256, documents.new_sha256);
    this.#reviews().set(pairOf(documents), reviewedBy(between, user));
    if (this.#readBefore(new_id, this.#kits()) === old_id) this.#deps.pairs.opened([new_id]);
    this.#report(pair);
    return this.of(old_id, new_id);
  }

  /** A newer kit, the kit that it is compared with, and the results; null if there is none, or not yet. */
  change(new_id: string): (Pair & { pages: ComparedPage[] }) | null {
    const { pairs, engine } = this.#deps;
    engine.get(new_id);
    const pair = pairIn(this.#kits(), pairs.all().get(new_id), new_id);
    if (pair === null || this.#refusal(pair) !== null) return null;
    const pages = this.#pages(pair);
    return pages && { ...pair, pages };
  }

  /** The newer kits whose comparison is ready, with their older kits. */
  ready(): Pair[] {
    const kits = this.#kits();
    return [...this.#deps.pairs.all()].flatMap(([new_id, old_id]) => {
      const pair = pairIn(kits, old_id, new_id);
      return pair && this.#results().get(keyOf(pair))?.state === 'ready' ? [pair] : [];
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
      const needed = new Set(this.#compared(kits).map(keyOf));
      this.#deps.store.keepOnly(there, needed);
      this.#found = null;
    });
  }

  /** Pairs each newer kit with the one opened before it, whose marks it gets, and with the one that its changes are shown against. */
  #compared(kits: Kits): Pair[] {
    return [...this.#deps.pairs.all()].flatMap(([new_id, old_id]) =>
      [...new Set([old_id, this.#readBefore(new_id, kits)])].flatMap((id) => pairIn(kits, id, new_id) ?? []),
    );
  }

  /** Pairs of kits of one flight that still have to be compared, latest last. */
  #wanted(compared: readonly Pair[]): Map<string, ComparisonJob> {
    const now = this.#deps.now();
    const wanted = compared.filter((pair) => {
      if (isFlightOver(pair.new.trip?.departure, now)) return false;
      const key = keyOf(pair);
      const isRefused = this.#refusal(pair) !== null;
      // A failed comparison may succeed once the documents are intact again.
      if (isRefused) this.#failed.delete(key);
      return !isRefused && !this.#results().has(key) && !this.#failed.has(key);
    });
    wanted.sort((a, b) => a.new.created_at - b.new.created_at);
    return new Map(wanted.map((pair) => [keyOf(pair), { ...pair, asked: false }]));
  }

  #ready(job: ComparisonJob, pages: ComparedPage[]): void {
    const changes = changesOf(pages);
    this.#results().set(keyOf(job), { state: 'ready', why: null, changes });
    this.#report(job, true);
  }

  /** Updates the counts and reports the kits of these documents. @param isReady whether their comparison is ready now */
  #report(asked: ComparedKits, isReady = false): void {
    this.#try(() => {
      const kits = this.#kits();
      const { pairs, onReady, onChange } = this.#deps;
      const compared = this.#compared(kits);
      const about = compared.filter((pair) => keyOf(pair) === keyOf(asked));
      for (const pair of about)
        if (isReady && pairs.all().get(pair.new.id) === pair.old.id) onReady(pair.new.id);
      // The kit that later kits' changes are shown against may be another one now.
      if (this.#results().has(keyOf(asked)))
        for (const wanted of this.#wanted(compared).values()) this.#queue.want(wanted);
      this.#count(kits, [...pairs.all().keys()]);
      const tell = new Map([asked, ...about].map((pair) => [`${pair.old.id} ${pair.new.id}`, pair]));
      for (const pair of tell.values()) onChange(pair.old.id, pair.new.id);
    });
  }

  #count(kits: Kits, ids: readonly string[]): void {
    const counted = ids.flatMap((id) => {
      if (!kits.has(id)) return [];
      const pair = pairIn(kits, this.#readBefore(id, kits), id);
      return [[id, pair && this.#countsOf(pair)] as const];
    });
    this.#deps.counts.put(new Map(counted));
  }

  #countsOf(pair: Pair): ChangeCounts | null {
    const old_id = pair.old.id;
    const none = { old_id, changed: 0, unreviewed: 0, was_read: this.#deps.isOpened(old_id) };
    const found = this.#results().get(keyOf(pair));
    if (this.#refusal(pair) !== null || found?.state === 'failed' || this.#failed.has(keyOf(pair)))
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
  #readBefore(new_id: string, kits: Kits): string | undefined {
    return readKit(new_id, this.#deps.pairs.all(), (old_id, id) => {
      const pair = pairIn(kits, old_id, id);
      if (pair === null) return false;
      const found = this.#results().get(keyOf(pair));
      const seen = this.#reviewedOf(pair);
      return found?.state === 'ready' && found.changes.every(({ page }) => seen.has(pageKey(page)));
    });
  }

  /** When each changed chart was reviewed, ms since 1970 UTC: when its last page was; null if a page was not. */
  #reviewedCharts(pair: ComparedKits, changes: readonly Change[]): Map<number, number | null> {
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
  #withReviews(pair: ComparedKits, pages: readonly ComparedPage[]): Comparison['pages'] {
    const charts = this.#reviewedCharts(pair, changesOf(pages));
    return pages.map((page) => {
      const at = isChange(page) ? (charts.get(page.chart) ?? null) : null;
      return { ...page, reviewed_at: at === null ? null : utc(at) };
    });
  }

  #both(old_id: string, new_id: string): { old: LiveKit; new: LiveKit } {
    const { engine } = this.#deps;
    const kits = { old: engine.get(old_id), new: engine.get(new_id) };
    if (old_id !== new_id) return kits;
    throw new TripKitError('config', 'This is the same kit twice. Choose another one to compare it with.', {
      condition: 'same_kit',
    });
  }

  /** Why these kits can't be compared, and what to do; null if they can. */
  #refusal(kits: { old: LiveKit; new: LiveKit }): string | null {
    for (const [kit, which] of [
      [kits.old, 'older'],
      [kits.new, 'newer'],
    ] as const) {
      if (kit.document === null)
        return `The ${which} kit is not on this laptop. Wait until it is ready, then compare the two.`;
      if (kit.state !== 'ready' || this.#deps.soundness.finding(kit).state === 'damaged')
        return `The document of the ${which} kit is damaged, so it can’t be compared. Download that kit again, or request a new one.`;
    }
    return null;
  }

  /** Null if these documents have no comparison. One that can't be read any more is made again. */
  #pages(pair: ComparedKits): ComparedPage[] | null {
    if (this.#results().get(keyOf(pair))?.state !== 'ready') return null;
    const pages = this.#deps.store.pages(documentsOf(pair));
    if (pages === null) this.#results().delete(keyOf(pair));
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

  #reviewedOf(pair: ComparedKits): ReadonlyMap<string, number> {
    return this.#reviews().get(keyOf(pair)) ?? new Map<string, number>();
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
    tryOrLog(this.#deps.log, 'What changed between kits could not be kept or read.', work);
  }
}

/** Null unless both kits are there, with their documents. */
function pairIn(kits: Kits, old_id: string | undefined, new_id: string): Pair | null {
  const [old, newer] = [kits.get(old_id ?? ''), kits.get(new_id)];
  return isHere(old) && isHere(newer) ? { old, new: newer } : null;
}

function isHere(kit: LiveKit | undefined): kit is ReadyKit {
  return kit !== undefined && kit.document !== null;
}

/** Whether this is still the kit's document, and can be read. */
function isOf({ id, document }: ComparedKits['old'], kits: Kits): boolean {
  const kit = kits.get(id);
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
