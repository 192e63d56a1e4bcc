import { TripKitError } from '../common/errors.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import { isFlightOver } from '../kits/rules/kit-facts.ts';
import type { SoundnessKeeper } from '../soundness/soundness.ts';
import type { KitDocument } from '../store/kit-record.ts';
import type { ChangeCounts, ChangeCountsKeeper } from './change-counts.ts';
import {
  type ComparisonJob,
  ComparisonQueue,
  type ComparisonQueueDeps,
  documentsOf,
} from './comparison-queue.ts';
import { type ComparedPage, changesOf, isChange } from './comparison-record.ts';
import { type ComparisonFacts, type ComparisonStore, type DocumentPair, pairOf } from './comparison-store.ts';
import type { KitPairs } from './kit-pairs.ts';
import { type PagePair, pairKey, type ReviewStore, reviewedBy } from './review-store.ts';
import { type ToldChange, ToldChanges, type ToldPage } from './told-changes.ts';

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
  /** What the pages of a kit are called, page 1 first; null where that is not known. */
  namesOf(kit_id: string): readonly (string | null)[];
  /** A comparison of two kits of one flight is ready: called before anybody is told. */
  onReady(old_id: string, new_id: string): void;
  /** Told of each comparison that goes on, is ready or failed, or of which pages were reviewed. */
  onChange(old_id: string, new_id: string): void;
}

/** What changed from an older kit to a newer one. Times are ms since 1970 UTC. */
export interface KitComparison {
  old_id: string;
  new_id: string;
  state: ChangeCounts['state'];
  /** 0 to 1. */
  done: number;
  /** Why it failed, and what to do. */
  why: string | null;
  pages: ToldPage[];
}

/** A kit that can be compared. */
type ReadyKit = LiveKit & { document: KitDocument };
type Found = Pick<ComparisonFacts, 'changes' | 'why'> & { state: 'ready' | 'failed' };

/**
 * What changed between kits, and what people reviewed of it. Kits of one flight are compared by themselves until the flight is over,
 * any two where a person asks.
 *
 * Calls of persons @throws TripKitError: of kind `config` where a kit is not there, of kind `disk` where nothing can be read or
 *   written; the others only log.
 */
export class Comparisons {
  readonly #deps: ComparisonsDeps;
  readonly #queue: ComparisonQueue;
  /** What was found, by pair of documents. */
  #found: Map<string, Found> | null = null;
  /** Why documents can't be compared in this run. */
  readonly #failed = new Map<string, string>();
  /** What this computer's user has reviewed, by pair of documents: when, by page. */
  #reviewed: Map<string, Map<string, number>> | null = null;

  constructor(deps: ComparisonsDeps) {
    this.#deps = deps;
    this.#queue = new ComparisonQueue({
      ...deps,
      onProgress: (job) => this.#tell(job),
      onReady: (job, pages) => this.#ready(job, pages),
      onFailed: (job, why, lasting) => {
        if (lasting) this.#finds().set(keyOf(job), { state: 'failed', why, changes: [] });
        else this.#failed.set(keyOf(job), why);
        this.#tell(job);
      },
    });
  }

  /** Begins to compare what waits. */
  start(): void {
    this.#queue.start();
  }

  /** Puts the work down, to be done at the next start. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }

  /** Resolves when there is nothing to compare at this moment; for tests. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** What changed from an older kit to a newer one; begins to compare them where that is not done. */
  of(old_id: string, new_id: string): KitComparison {
    const [old, new_] = this.#both(old_id, new_id);
    const empty = { old_id, new_id, done: 0, why: null, pages: [] };
    const refusal = this.#refusal(old, new_);
    if (refusal !== null) return { ...empty, state: 'failed', why: refusal };
    const pair = documents(old as ReadyKit, new_ as ReadyKit);
    const found = this.#finds().get(pairOf(pair));
    const why = found?.why ?? this.#failed.get(pairOf(pair));
    if (why) return { ...empty, state: 'failed', why };
    const rows = this.#rows(old as ReadyKit, new_ as ReadyKit);
    if (rows !== null) return { ...empty, state: 'ready', done: 1, pages: reviewedAsCharts(rows) };
    const jobs = this.#jobsOf(old as ReadyKit, new_ as ReadyKit, true);
    for (const job of jobs) this.#queue.want(job);
    const states = jobs.map((job) => this.#queue.stateOf(documentsOf(job)));
    return { ...empty, ...(states.find((state) => state?.state === 'running') ?? { state: 'waiting' }) };
  }

  /**
   * This computer's user has reviewed the charts of these pages, or takes that back: each is reviewed with all its pages that
   * changed. Charts of which none did are passed over.
   */
  review(
    old_id: string,
    new_id: string,
    wanted: readonly { old_id?: string | undefined; old: number | null; new: number | null }[],
    reviewed: boolean,
  ): KitComparison {
    const { reviews, user, now, namesOf } = this.#deps;
    const comparison = this.of(old_id, new_id);
    if (comparison.state !== 'ready') {
      throw new TripKitError(
        'config',
        comparison.why ?? 'These kits are not compared yet. Wait until that is done, then try again.',
        { condition: 'not_compared' },
      );
    }
    const [old, new_] = this.#both(old_id, new_id) as [ReadyKit, ReadyKit];
    const rows = this.#rows(old, new_) ?? [];
    const charts = new Set(pagesOf(rows, old_id, wanted).map(({ chart }) => chart));
    const pages = rows.filter((page) => charts.has(page.chart) && isChange(page));
    const told = this.#isTold(old_id, new_id) ? this.#told() : null;
    const acts = pages.flatMap(({ old: from, new: to, old_id: of, reviewed_at }) => {
      const page: PagePair = [from, to];
      if ((reviewed_at !== null) === reviewed) return [];
      return reviewed || !told ? [{ old_id: of, page }] : told.reviews(new_id, of, page);
    });
    if (acts.length === 0) return comparison;
    const kits = this.#kits();
    const names = namesOf(new_id);
    for (const [of, some] of Map.groupBy(acts, (act) => act.old_id)) {
      const from = kits.get(of);
      if (!isHere(from)) continue;
      const pair = documents(from, new_);
      const named = some
        .map(({ page: [was, is] }) => (is === null ? namesOf(of)[(was ?? 0) - 1] : names[is - 1]))
        .map((name) => name ?? null);
      const reviewedPages = some.map(({ page }) => page);
      reviews.add({ kit_id: new_id, ...pair, pages: reviewedPages, named, reviewed, who: user, at: now() });
      this.#reviews().set(pairOf(pair), reviewedBy(reviews.between(pair.old_sha256, pair.new_sha256), user));
    }
    if (told) this.#deps.pairs.opened([new_id]);
    this.#tell(jobOf(old, new_, true));
    return this.of(old_id, new_id);
  }

  /** A newer kit, the one that it is compared with, and what was found; null where there is none, or not yet. */
  change(new_id: string): { old: ReadyKit; new: ReadyKit; pages: ComparedPage[] } | null {
    const { pairs, engine } = this.#deps;
    const new_ = engine.get(new_id);
    const old_id = pairs.all().get(new_id);
    if (old_id === undefined) return null;
    const old = engine.list().find(({ id }) => id === old_id);
    if (!isHere(old) || !isHere(new_) || this.#refusal(old, new_) !== null) return null;
    const pages = this.#pages(documents(old, new_));
    return pages && { old, new: new_, pages };
  }

  /** The newer kits whose comparison is ready, with the older ones. */
  ready(): [new_id: string, old_id: string][] {
    const kits = this.#kits();
    return [...this.#deps.pairs.all()].filter(([new_id, old_id]) => {
      const [old, new_] = [kits.get(old_id), kits.get(new_id)];
      return (
        isHere(old) && isHere(new_) && this.#finds().get(pairOf(documents(old, new_)))?.state === 'ready'
      );
    });
  }

  /** Kits have changed, were opened, or are damaged: compares what is to be compared now, and counts anew. Never throws. */
  refresh(): void {
    this.#try(() => {
      const { pairs, counts } = this.#deps;
      pairs.refresh();
      const kits = this.#kits();
      const wanted = this.#wanted(kits);
      this.#queue.keepOnly((job) => {
        if (!isOf(job.old, kits) || !isOf(job.new, kits)) return false;
        return job.asked || wanted.has(keyOf(job));
      });
      for (const job of wanted.values()) this.#queue.want(job);
      this.#count(kits, [...new Set([...pairs.all().keys(), ...counts.kits()])]);
    });
  }

  /** Kits have gone. Never throws. */
  forget(kit_ids: readonly string[]): void {
    if (kit_ids.length === 0) return;
    const { pairs, counts, reviews } = this.#deps;
    counts.forget(kit_ids);
    pairs.forget(kit_ids);
    this.#try(() => {
      reviews.remove(kit_ids);
      this.#reviewed = null;
    });
    this.#tidy();
  }

  /** At the start, where all kits are known: forgets what belongs to kits that went while nobody looked. Never throws. */
  sweep(): void {
    const { pairs, reviews } = this.#deps;
    const known = new Set(this.#kits().keys());
    pairs.sweep(known);
    this.#try(() => {
      const gone = reviews.kits().filter((id) => !known.has(id));
      reviews.remove(gone);
      if (gone.length > 0) this.#reviewed = null;
    });
    this.#tidy();
  }

  /** Lets comparisons of documents go that are not here. */
  #tidy(): void {
    this.#try(() => {
      const kits = this.#kits();
      const there = new Set([...kits.values()].flatMap(({ document }) => document?.sha256 ?? []));
      const needed = new Set<string>();
      const told = this.#told(kits);
      for (const new_id of this.#deps.pairs.all().keys()) {
        for (const old_id of told.chain(new_id)) {
          const [old, new_] = [kits.get(old_id), kits.get(new_id)];
          if (isHere(old) && isHere(new_)) needed.add(pairOf(documents(old, new_)));
        }
      }
      this.#deps.store.keepOnly(there, needed);
      this.#found = null;
    });
  }

  /** Pairs of kits of one flight that are not compared yet, those that came last at the end. */
  #wanted(kits: ReadonlyMap<string, LiveKit>): Map<string, ComparisonJob> {
    const now = this.#deps.now();
    const told = this.#told(kits);
    const pairs = [...this.#deps.pairs.all().keys()].flatMap((new_id) =>
      told.sources(new_id).map((old_id) => [new_id, old_id] as const),
    );
    const jobs = pairs.flatMap(([new_id, old_id]) => {
      const [old, new_] = [kits.get(old_id), kits.get(new_id)];
      if (!isHere(old) || !isHere(new_) || isFlightOver(new_.trip?.departure, now)) return [];
      const key = pairOf(documents(old, new_));
      const isRefused = this.#refusal(old, new_) !== null;
      // What failed may do once the documents are sound again.
      if (isRefused) this.#failed.delete(key);
      const isDone = isRefused || this.#finds().has(key) || this.#failed.has(key);
      return isDone ? [] : [{ key, at: new_.created_at, job: jobOf(old, new_, false) }];
    });
    return new Map(jobs.sort((a, b) => a.at - b.at).map(({ key, job }) => [key, job]));
  }

  #ready(job: ComparisonJob, pages: ComparedPage[]): void {
    const changes = changesOf(pages);
    this.#finds().set(keyOf(job), { state: 'ready', why: null, changes });
    this.#tell(job, (old_id, new_id) => this.#deps.onReady(old_id, new_id));
  }

  /** Counts the kits of these documents anew, and tells of them. @param first called for those of one flight before that */
  #tell(job: ComparisonJob, first: (old_id: string, new_id: string) => void = () => {}): void {
    this.#try(() => {
      const kits = this.#kits();
      const key = keyOf(job);
      const isOfJob = (old_id: string, new_id: string) => {
        const [old, new_] = [kits.get(old_id), kits.get(new_id)];
        return isHere(old) && isHere(new_) && pairOf(documents(old, new_)) === key;
      };
      const pairs = [...this.#deps.pairs.all()];
      for (const [new_id, old_id] of pairs) if (isOfJob(old_id, new_id)) first(old_id, new_id);
      // What is told of a kit depends on what was reviewed of those before it.
      const told = this.#told(kits);
      const about = pairs.filter(([new_id]) => {
        const chain = [...told.chain(new_id), new_id];
        return chain.some((id, turn) => chain.slice(0, turn).some((before) => isOfJob(before, id)));
      });
      // Which kits before a newer one it has to be compared with is known once these are.
      if (this.#finds().has(key)) for (const wanted of this.#wanted(kits).values()) this.#queue.want(wanted);
      this.#count(
        kits,
        about.map(([new_id]) => new_id),
      );
      const tell = new Map([[`${job.old.kit_id} ${job.new.kit_id}`, [job.old.kit_id, job.new.kit_id]]]);
      for (const [new_id, old_id] of about) tell.set(`${old_id} ${new_id}`, [old_id, new_id]);
      for (const [old_id = '', new_id = ''] of tell.values()) this.#deps.onChange(old_id, new_id);
    });
  }

  #count(kits: ReadonlyMap<string, LiveKit>, ids: readonly string[]): void {
    const { pairs, counts } = this.#deps;
    const told = this.#told(kits);
    const counted = ids.flatMap((id) => {
      const new_ = kits.get(id);
      if (!new_) return [];
      const old = kits.get(pairs.all().get(id) ?? '');
      return [[id, isHere(old) && isHere(new_) ? this.#countsOf(old, new_, told) : null] as const];
    });
    counts.put(new Map(counted));
  }

  #countsOf(old: ReadyKit, new_: ReadyKit, told: ToldChanges): ChangeCounts | null {
    const was_read = told.sources(new_.id).every((id) => this.#deps.isOpened(id));
    const none = { old_id: old.id, changed: 0, unreviewed: 0, was_read };
    const changes = told.changes(new_.id);
    if (changes === 'failed') return { ...none, state: 'failed' };
    if (changes !== 'missing') {
      const charts = [...reviewedCharts(changes).values()];
      const unreviewed = charts.filter((at) => at === null).length;
      return { ...none, state: 'ready', changed: charts.length, unreviewed };
    }
    const states = this.#jobsOf(old, new_, false, told).map((job) => this.#queue.stateOf(documentsOf(job)));
    const queued =
      states.find((state) => state?.state === 'running') ?? states.find((state) => state !== null);
    return queued ? { ...none, state: queued.state } : null;
  }

  /** Whether the newer kit is told against what the person knows: not where they picked the two. */
  #isTold(old_id: string, new_id: string): boolean {
    return this.#deps.pairs.all().get(new_id) === old_id;
  }

  /** Every page of two kits, reviewed page by page; null where they are not compared. */
  #rows(old: ReadyKit, new_: ReadyKit): ToldPage[] | null {
    const pair = documents(old, new_);
    const pages = this.#pages(pair);
    if (pages === null) return null;
    const told = this.#isTold(old.id, new_.id) ? this.#told().pages(new_.id) : 'failed';
    if (told === 'missing') return null;
    // Where a kit before these can't be compared, what changed between these is still told.
    if (told !== 'failed') return told;
    const reviewed = this.#reviewedOf(pair);
    return pages.map((page) => {
      const at = isChange(page) ? reviewed.get(pairKey([page.old, page.new])) : undefined;
      return { ...page, old_id: old.id, reviewed_at: at ?? null };
    });
  }

  /** The comparisons that two kits need which are not made. */
  #jobsOf(old: ReadyKit, new_: ReadyKit, asked: boolean, told?: ToldChanges): ComparisonJob[] {
    const jobs = [jobOf(old, new_, asked)];
    if (this.#isTold(old.id, new_.id)) {
      const kits = this.#kits();
      const now = told ?? this.#told(kits);
      for (const id of [...now.chain(new_.id), new_.id]) {
        for (const of of now.sources(id)) {
          const [from, to] = [kits.get(of), kits.get(id)];
          if (isHere(from) && isHere(to)) jobs.unshift(jobOf(from, to, asked));
        }
      }
    }
    const missing = jobs.filter((job) => {
      const key = keyOf(job);
      return !this.#finds().has(key) && !this.#failed.has(key);
    });
    return [...new Map(missing.map((job) => [keyOf(job), job])).values()];
  }

  /** What this computer's user is told of newer kits, as things stand. */
  #told(kits: ReadonlyMap<string, LiveKit> = this.#kits()): ToldChanges {
    const both = (old_id: string, new_id: string) => {
      const [old, new_] = [kits.get(old_id), kits.get(new_id)];
      return isHere(old) && isHere(new_) ? ([old, new_] as const) : null;
    };
    return new ToldChanges({
      before: this.#deps.pairs.all(),
      found: (old_id, new_id) => {
        const pair = both(old_id, new_id);
        if (pair === null || this.#refusal(...pair) !== null) return 'failed';
        const found = this.#finds().get(pairOf(documents(...pair)));
        if (found?.state === 'ready')
          return { changes: found.changes, pages: () => this.#pages(documents(...pair)) };
        return found || this.#failed.has(pairOf(documents(...pair))) ? 'failed' : 'missing';
      },
      reviewed: (old_id, new_id) => {
        const pair = both(old_id, new_id);
        return pair ? this.#reviewedOf(documents(...pair)) : new Map<string, number>();
      },
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

  /** Why these kits are not compared, and what to do; null: they are. */
  #refusal(old: LiveKit, new_: LiveKit): string | null {
    for (const [kit, which] of [
      [old, 'older'],
      [new_, 'newer'],
    ] as const) {
      if (kit.document === null)
        return `The ${which} kit is not on this laptop. Wait until it is ready, then compare the two.`;
      if (kit.state !== 'ready' || this.#deps.soundness.finding(kit).state === 'damaged')
        return `The document of the ${which} kit is damaged, so it can’t be compared. Download that kit again, or request a new one.`;
    }
    return null;
  }

  /** Null where these documents are not compared. What can't be read any more is found anew. */
  #pages(pair: DocumentPair): ComparedPage[] | null {
    if (this.#finds().get(pairOf(pair))?.state !== 'ready') return null;
    const pages = this.#deps.store.pages(pair);
    if (pages === null) this.#finds().delete(pairOf(pair));
    return pages;
  }

  #finds(): Map<string, Found> {
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
      [...Map.groupBy(reviews.all(), pairOf)].map(([key, of]) => [key, reviewedBy(of, user)]),
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

/** When each chart that changed was reviewed, ms since 1970 UTC: when the last of its pages was; null where one of them was not. */
function reviewedCharts(changes: readonly ToldChange[]): Map<number, number | null> {
  const charts = new Map<number, number | null>();
  for (const { chart, reviewed_at: at } of changes) {
    const before = charts.get(chart);
    charts.set(
      chart,
      before === undefined ? at : before === null || at === null ? null : Math.max(before, at),
    );
  }
  return charts;
}

/** The pages, each that changed reviewed when its chart was. */
function reviewedAsCharts(pages: readonly ToldPage[]): ToldPage[] {
  const charts = reviewedCharts(
    pages
      .filter(isChange)
      .map(({ old, new: new_, chart, reviewed_at }) => ({ page: [old, new_], chart, reviewed_at })),
  );
  return pages.map((page) => ({
    ...page,
    reviewed_at: isChange(page) ? (charts.get(page.chart) ?? null) : null,
  }));
}

function isHere(kit: LiveKit | undefined): kit is ReadyKit {
  return kit !== undefined && kit.document !== null;
}

function documents(old: ReadyKit, new_: ReadyKit): DocumentPair {
  return { old_sha256: old.document.sha256, new_sha256: new_.document.sha256 };
}

function keyOf(job: ComparisonJob): string {
  return pairOf(documentsOf(job));
}

function jobOf(old: ReadyKit, new_: ReadyKit, asked: boolean): ComparisonJob {
  return {
    old: { kit_id: old.id, document: old.document },
    new: { kit_id: new_.id, document: new_.document },
    asked,
  };
}

/** Whether this is still the document of its kit, and can be read. */
function isOf({ kit_id, document }: ComparisonJob['old'], kits: ReadonlyMap<string, LiveKit>): boolean {
  const kit = kits.get(kit_id);
  return kit?.state === 'ready' && kit.document?.sha256 === document.sha256;
}

/**
 * The compared pages that are named, each by its number in the newer kit, else (gone) in the older one.
 *
 * @throws TripKitError of kind `config` where there is no such page
 */
function pagesOf(
  pages: readonly ToldPage[],
  old_id: string,
  wanted: Parameters<Comparisons['review']>[2],
): ToldPage[] {
  const goneKey = (of: string, page: number | null) => `${of} ${page}`;
  const byNew = new Map(pages.map((page) => [page.new, page]));
  const gone = new Map(
    pages.flatMap((page) => (page.new === null ? [[goneKey(page.old_id, page.old), page] as const] : [])),
  );
  const found = wanted.map((page) =>
    page.new === null ? gone.get(goneKey(page.old_id ?? old_id, page.old)) : byNew.get(page.new),
  );
  if (found.every((page) => page !== undefined)) return [...new Set(found)];
  throw new TripKitError(
    'config',
    'There is no such page in what changed between these kits. Open the comparison again.',
    { condition: 'unknown_page' },
  );
}
