/**
 * What a person is told of the changes of a newer kit: each of its charts against the version that they know. Pure.
 *
 * They know the whole first kit of a flight; of each later one what is the same as what they know, or was reviewed. So what was not
 * reviewed is told again with every kit that follows, and what was reviewed is not, unless it changes again.
 */
import { type Change, type ComparedPage, isChange } from './comparison-record.ts';
import { type PagePair, pairOfKey } from './review-store.ts';

/** A page of a newer kit, or one that is gone, against the older kit in which the person knows its chart. */
export interface ToldPage extends ComparedPage {
  old_id: string;
  /** When this very change was reviewed, ms since 1970 UTC; null: not yet, or it is none. */
  reviewed_at: number | null;
}

/** A page with a change to look at, and its chart. */
export type ToldChange = Change & Pick<ToldPage, 'reviewed_at'>;

/** What a comparison of two kits found. */
export interface FoundChanges {
  changes: readonly Change[];
  /** All pages; null where they can't be read any more. */
  pages(): readonly ComparedPage[] | null;
}

export interface ToldChangesDeps {
  /** Each newer kit, and the one that it is compared with. */
  before: ReadonlyMap<string, string>;
  /** What was found. `missing`: not compared yet; `failed`: these can't be compared. */
  found(old_id: string, new_id: string): FoundChanges | 'missing' | 'failed';
  /** What the person has reviewed between the two kits: when, by `pairKey`. */
  reviewed(old_id: string, new_id: string): ReadonlyMap<string, number>;
}

/** The pages of each kit that are the last of their charts that the person knows. */
type Known = ReadonlyMap<string, ReadonlySet<number> | 'all'>;

/** A page that was reviewed against one of an older kit, and when. */
interface ReviewedPage {
  old_id: string;
  page: PagePair;
  at: number;
}

/** A comparison with one of the older kits. */
interface Source {
  old_id: string;
  pages: readonly ComparedPage[];
}

/** Answers for one moment: what it has looked up once it does not look up again. */
export class ToldChanges {
  readonly #deps: ToldChangesDeps;
  readonly #known = new Map<string, Known | null>();
  readonly #pages = new Map<string, ToldPage[] | 'missing' | 'failed'>();

  constructor(deps: ToldChangesDeps) {
    this.#deps = deps;
  }

  /** The older kits of the flight that lead to this one, the first of them first, the one before it last. */
  chain(new_id: string): string[] {
    const { before } = this.#deps;
    const chain = new Set<string>();
    for (let id = before.get(new_id); id !== undefined && !chain.has(id); id = before.get(id)) chain.add(id);
    return [...chain].reverse();
  }

  /** The older kits that this one has to be compared with, as far as that is known, in the order of `chain`. */
  sources(new_id: string): string[] {
    const chain = this.chain(new_id);
    const before = chain.at(-1);
    if (before === undefined) return [];
    const known = this.#knownOf(chain);
    return chain.filter((id) => id === before || known?.has(id));
  }

  /** The changes to look at. `missing`: a comparison is not made yet; `failed`: one can't be made. */
  changes(new_id: string): readonly ToldChange[] | 'missing' | 'failed' {
    const chain = this.chain(new_id);
    const before = chain.at(-1) ?? '';
    const known = this.#knownOf(chain);
    if (known === null) return 'missing';
    if (!isWhole(known, before)) {
      const told = this.pages(new_id);
      if (typeof told === 'string') return told;
      return told
        .filter(isChange)
        .map(({ old, new: new_, chart, reviewed_at }) => ({ page: [old, new_], chart, reviewed_at }));
    }
    const found = this.#deps.found(before, new_id);
    if (typeof found === 'string') return found;
    const isSeen = this.#reviews(chain, new_id);
    return found.changes.map((change) => ({ ...change, reviewed_at: isSeen(before, change.page) }));
  }

  /** Every page of the newer kit in its order, and those that are gone. */
  pages(new_id: string): ToldPage[] | 'missing' | 'failed' {
    const known = this.#pages.get(new_id);
    if (known) return known;
    const told = this.#tell(new_id);
    this.#pages.set(new_id, told);
    return told;
  }

  #tell(new_id: string): ToldPage[] | 'missing' | 'failed' {
    const chain = this.chain(new_id);
    const known = this.#knownOf(chain);
    if (known === null) return 'missing';
    const sources = this.#found(new_id);
    if (typeof sources === 'string') return sources;
    const before = sources.at(-1);
    if (before === undefined) return 'missing';
    const isSeen = this.#reviews(chain, new_id);
    const numbersOf = chartNumbers(sources);
    const told = new Map<number, ToldPage>();
    const gone: ToldPage[] = [];
    for (const source of sources) {
      const numbers = numbersOf(source);
      for (const page of source.pages) {
        if (!isKnown(known, source.old_id, page.old)) continue;
        const { old_id } = source;
        const reviewed_at = isChange(page) ? isSeen(old_id, [page.old, page.new]) : null;
        const one = { ...page, old_id, reviewed_at, chart: numbers.get(page.chart) ?? page.chart };
        const other = page.new === null ? undefined : told.get(page.new);
        if (page.new === null) gone.push(one);
        else if (other === undefined || gravity(one) > gravity(other)) told.set(page.new, one);
      }
    }
    const goneNow = new Map(gone.map((page) => [page.old_id === before.old_id ? page.old : null, page]));
    const rows = before.pages.flatMap((page): ToldPage[] => {
      const one = page.new === null ? goneNow.get(page.old) : told.get(page.new);
      if (one) return [one];
      if (page.new === null) return [];
      const reviewed_at = isSeen(before.old_id, [null, page.new]);
      return [{ ...asNew(page), old_id: before.old_id, reviewed_at }];
    });
    return [...rows, ...gone.filter(({ old_id }) => old_id !== before.old_id)];
  }

  /** What the person knows in the last kit of a chain; null: that is not known yet. */
  #knownOf(chain: readonly string[]): Known | null {
    const id = chain.at(-1) ?? '';
    const found = this.#known.get(id);
    if (found !== undefined) return found;
    const known = this.#learn(chain, id);
    this.#known.set(id, known);
    return known;
  }

  #learn(chain: readonly string[], id: string): Known | null {
    if (chain.length <= 1) return new Map([[id, 'all']]);
    const older = chain.slice(0, -1);
    const before = older.at(-1) ?? '';
    const known = this.#knownOf(older);
    if (known === null) return null;
    const changes = this.changes(id);
    if (changes === 'missing') return null;
    // They could be told nothing of it, so they know what they knew before.
    if (changes === 'failed') return known;
    if (changes.every(({ reviewed_at }) => reviewed_at !== null)) return new Map([[id, 'all']]);
    const sources = this.#found(id);
    if (typeof sources === 'string') return sources === 'missing' ? null : known;
    const isSeen = this.#reviews(older, id);
    const next = new Map<string, Set<number>>();
    const learn = (kit_id: string, page: number) =>
      next.set(kit_id, (next.get(kit_id) ?? new Set()).add(page));
    const met = new Set<number>();
    for (const { old_id, pages } of sources) {
      for (const page of pages) {
        if (page.old === null || !isKnown(known, old_id, page.old)) continue;
        if (page.new !== null) met.add(page.new);
        if (isChange(page) && isSeen(old_id, [page.old, page.new]) === null) learn(old_id, page.old);
        else if (page.new !== null) learn(id, page.new);
      }
    }
    for (const { new: page } of sources.at(-1)?.pages ?? []) {
      if (page !== null && !met.has(page) && isSeen(before, [null, page]) !== null) learn(id, page);
    }
    return next;
  }

  #found(new_id: string): Source[] | 'missing' | 'failed' {
    const sources: Source[] = [];
    let isMissing = false;
    for (const old_id of this.sources(new_id)) {
      const found = this.#deps.found(old_id, new_id);
      if (found === 'failed') return 'failed';
      const pages = found === 'missing' ? null : found.pages();
      if (pages === null) isMissing = true;
      else sources.push({ old_id, pages });
    }
    return isMissing ? 'missing' : sources;
  }

  /**
   * By what a page's change was reviewed. A page that was reviewed against a kit that the person read before the older one of the
   * change counts: they have looked at more.
   */
  reviews(new_id: string, old_id: string, page: PagePair): ReviewedPage[] {
    return this.#reviewsOf(this.chain(new_id), new_id)(old_id, page);
  }

  #reviews(chain: readonly string[], new_id: string) {
    const reviewsOf = this.#reviewsOf(chain, new_id);
    return (old_id: string, page: PagePair): number | null => reviewsOf(old_id, page)[0]?.at ?? null;
  }

  #reviewsOf(chain: readonly string[], new_id: string) {
    const reviews = chain.map((old_id) => {
      const all = [...this.#deps.reviewed(old_id, new_id)].map(
        ([key, at]): ReviewedPage => ({ old_id, page: pairOfKey(key), at }),
      );
      return Map.groupBy(all, ({ page: [old, new_] }) => (new_ === null ? `gone ${old}` : new_));
    });
    return (old_id: string, page: PagePair): ReviewedPage[] => {
      const turn = chain.indexOf(old_id);
      const [old, new_] = page;
      if (new_ === null) return reviews[turn]?.get(`gone ${old}`) ?? [];
      const own = reviews[turn]?.get(new_)?.filter(({ page: [of] }) => of === old || of === null) ?? [];
      return [...own, ...reviews.slice(0, turn).flatMap((of) => of.get(new_) ?? [])];
    };
  }
}

function isWhole(known: Known, id: string): boolean {
  return known.size === 1 && known.get(id) === 'all';
}

function isKnown(known: Known, id: string, page: number | null): boolean {
  const pages = known.get(id);
  return page !== null && pages !== undefined && (pages === 'all' || pages.has(page));
}

/** Which of two older pages a page is told against: what was not reviewed goes before all. */
function gravity(page: ToldPage): number {
  if (!isChange(page)) return 0;
  return page.reviewed_at === null ? 2 : 1;
}

/** The page as one that the person does not know. */
function asNew(page: ComparedPage): ComparedPage {
  if (page.state === 'new') return page;
  return { ...page, old: null, state: 'new', what: [], areas: { old: [], new: [] } };
}

/**
 * Numbers the charts of several comparisons with one newer kit: as the last comparison does where a page of the newer kit tells which
 * chart it is, else with numbers of their own.
 */
function chartNumbers(sources: readonly Source[]): (source: Source) => ReadonlyMap<number, number> {
  const last = sources.at(-1);
  const ofPage = new Map(last?.pages.map((page) => [page.new, page.chart]));
  let next = 1 + (last?.pages.reduce((most, { chart }) => Math.max(most, chart), 0) ?? 0);
  return (source) => {
    const numbers = new Map<number, number>();
    if (source === last) return numbers;
    for (const { new: page, chart } of source.pages) {
      const number = page === null ? undefined : ofPage.get(page);
      if (number !== undefined && !numbers.has(chart)) numbers.set(chart, number);
    }
    for (const { chart } of source.pages) {
      if (numbers.has(chart)) continue;
      numbers.set(chart, next);
      next += 1;
    }
    return numbers;
  };
}
