/** Which page of an older document is which page of a newer one. */
import type { ChartPage } from '../../charts/rules/chart.ts';
import { type PageSketch, resemblance } from './page-sketch.ts';

/** Pages of the two documents that are the same chart's, or one without a counterpart; from 0. */
export interface PagePair {
  old: number | null;
  new: number | null;
}

/** How much pages of one chart that has several have in common, so that they are not told apart by their order alone. */
const ALIKE = 0.3;
/** The same for pages whose charts are not known. */
const SAME_PAGE = 0.5;
/** The same for pages that say they are charts of other names. */
const RENAMED = 0.85;
/** The same for pages that follow pages that are matched. */
const FOLLOWING = 0.2;
/** Pairs of pages that are weighed against each other. */
const MAX_PAIRS = 400_000;

/**
 * Matches pages by their chart (airport, kind, title, number), those of one chart by what they show and then by their order, and
 * the others by what they show; those of which nothing is known by the pages around them. Each page is matched once.
 *
 * @param known pages that are matched already, from 0
 * @returns in the order of the new document; pages that are gone after the page that they followed
 */
export function matchPages(
  old: readonly PageSketch[],
  newer: readonly PageSketch[],
  known: readonly (readonly [old: number, newer: number])[] = [],
): PagePair[] {
  const matching = new Matching(old, newer, known);
  for (const nameOf of [chartName, chartTitle]) {
    matching.byName(nameOf, (group) => {
      matching.same(group);
      matching.alike(group, ALIKE);
      if (nameOf === chartName) matching.inOrder(group);
    });
  }
  const rest = matching.rest();
  matching.same(rest);
  matching.alike(rest, SAME_PAGE, (one, other) => !areOthers(one, other));
  matching.alike(matching.rest(), RENAMED);
  matching.following(FOLLOWING);
  matching.unread();
  return matching.pairs();
}

interface Group {
  old: number[];
  new: number[];
}

class Matching {
  readonly #old: readonly PageSketch[];
  readonly #new: readonly PageSketch[];
  readonly #newOf: (number | null)[];
  readonly #oldOf: (number | null)[];

  constructor(
    old: readonly PageSketch[],
    newer: readonly PageSketch[],
    known: readonly (readonly [old: number, newer: number])[],
  ) {
    this.#old = old;
    this.#new = newer;
    this.#newOf = old.map(() => null);
    this.#oldOf = newer.map(() => null);
    for (const [page, other] of known) this.#match(page, other);
  }

  rest(): Group {
    return this.#free({ old: [...this.#old.keys()], new: [...this.#new.keys()] });
  }

  /** Shows the pages of each name that are not matched yet. */
  byName(nameOf: (chart: ChartPage) => string | null, match: (group: Group) => void): void {
    const groups = new Map<string, Group>();
    const { old, new: newer } = this.rest();
    const add = (side: 'old' | 'new', page: number, { chart }: PageSketch | { chart: ChartPage }) => {
      const name = nameOf(chart);
      if (name === null) return;
      const group = groups.get(name) ?? { old: [], new: [] };
      group[side].push(page);
      groups.set(name, group);
    };
    for (const page of old) add('old', page, this.#old[page] as PageSketch);
    for (const page of newer) add('new', page, this.#new[page] as PageSketch);
    for (const group of groups.values()) if (group.old.length > 0 && group.new.length > 0) match(group);
  }

  /** Matches pages that draw the same in the same way, in their order. */
  same(group: Group): void {
    const { old, new: newer } = this.#free(group);
    const byDigest = new Map<string, number[]>();
    for (const page of newer) {
      const digest = this.#new[page]?.digest ?? '';
      if (digest === '') continue;
      byDigest.set(digest, [...(byDigest.get(digest) ?? []), page]);
    }
    for (const page of old) {
      const other = byDigest.get(this.#old[page]?.digest ?? '')?.shift();
      if (other !== undefined) this.#match(page, other);
    }
  }

  /** Matches pages that have at least so much in common, the most alike first, and of those the ones in order. */
  alike(
    group: Group,
    least: number,
    mayBe: (one: ChartPage, other: ChartPage) => boolean = () => true,
  ): void {
    const { old, new: newer } = this.#free(group);
    if (old.length * newer.length > MAX_PAIRS) return;
    const pairs: { page: number; other: number; share: number }[] = [];
    const expected = old.map((page) => this.#expected(page));
    for (const [place, page] of old.entries()) {
      for (const other of newer) {
        const [one, two] = [this.#old[page], this.#new[other]];
        if (!one?.digest || !two?.digest || !mayBe(one.chart, two.chart)) continue;
        const share = resemblance(one.features, two.features);
        // Pages that are equally alike are those of the same place.
        const far = Math.abs((expected[place] ?? 0) - other);
        if (share >= least) pairs.push({ page, other, share: share - far * 1e-6 });
      }
    }
    for (const { page, other } of pairs.sort((a, b) => b.share - a.share)) this.#match(page, other);
  }

  /** Matches pages that follow ones that are matched, where they have at least so much in common. */
  following(least: number): void {
    for (const [page, one] of this.#old.entries()) {
      const before = page === 0 ? -1 : this.#newOf[page - 1];
      const other = typeof before === 'number' ? this.#new[before + 1] : undefined;
      if (typeof before !== 'number' || other === undefined || areOthers(one.chart, other.chart)) continue;
      if (one.digest === '' || other.digest === '') continue;
      if (resemblance(one.features, other.features) >= least) this.#match(page, before + 1);
    }
  }

  /** Matches pages of which nothing is known, on either side, with those in the same place between pages that are matched. */
  unread(): void {
    const isUnread = (page: number, other: number) =>
      this.#old[page]?.digest === '' || this.#new[other]?.digest === '';
    const pairUp = (page: number, step: -1 | 1) => {
      const near = page - step;
      const beside = near < 0 ? -1 : near >= this.#old.length ? this.#new.length : this.#newOf[near];
      if (typeof beside !== 'number') return;
      const other = beside + step;
      if (this.#new[other] !== undefined && isUnread(page, other)) this.#match(page, other);
    };
    for (const page of this.#old.keys()) pairUp(page, 1);
    for (const page of [...this.#old.keys()].reverse()) pairUp(page, -1);
  }

  inOrder(group: Group): void {
    const { old, new: newer } = this.#free(group);
    for (const [index, page] of old.entries()) {
      const other = newer[index];
      if (other !== undefined) this.#match(page, other);
    }
  }

  pairs(): PagePair[] {
    const pairs: PagePair[] = [];
    const goneAfter = new Map<number | null, number[]>();
    let before: number | null = null;
    for (const [page, other] of this.#newOf.entries()) {
      if (other !== null) before = other;
      else goneAfter.set(before, [...(goneAfter.get(before) ?? []), page]);
    }
    const addGone = (after: number | null) => {
      for (const page of goneAfter.get(after) ?? []) pairs.push({ old: page, new: null });
    };
    addGone(null);
    for (const [page, other] of this.#oldOf.entries()) {
      pairs.push({ old: other, new: page });
      addGone(page);
    }
    return pairs;
  }

  /** Where an old page would be if it followed the nearest one before it that is matched. */
  #expected(page: number): number {
    for (let before = page - 1; before >= Math.max(0, page - 50); before -= 1) {
      const other = this.#newOf[before];
      if (typeof other === 'number') return other + page - before;
    }
    return page;
  }

  #free({ old, new: newer }: Group): Group {
    return {
      old: old.filter((page) => this.#newOf[page] === null),
      new: newer.filter((page) => this.#oldOf[page] === null),
    };
  }

  #match(page: number, other: number): void {
    if (this.#newOf[page] !== null || this.#oldOf[other] !== null) return;
    this.#newOf[page] = other;
    this.#oldOf[other] = page;
  }
}

function plain(text: string | undefined): string {
  return (text ?? '').replace(/\s+/gu, ' ').trim().toUpperCase();
}

/** The name of a chart that says enough of itself to be known by it. */
function chartName({ airport, kind, title, number }: ChartPage): string | null {
  if (title === null || (airport === null && number === null && kind === null)) return null;
  return [airport?.value ?? '', kind?.value ?? '', plain(title.value), plain(number?.value)].join('\n');
}

/** Its airport, kind and title, for one whose number changed. */
function chartTitle({ airport, kind, title }: ChartPage): string | null {
  return title === null || kind === null
    ? null
    : [airport?.value ?? '', kind.value, plain(title.value)].join('\n');
}

/** Whether two pages say that they are of different charts. */
function areOthers(one: ChartPage, other: ChartPage): boolean {
  const differ = (first: { value: string } | null, second: { value: string } | null) =>
    first !== null && second !== null && plain(first.value) !== plain(second.value);
  return differ(one.airport, other.airport) || differ(one.kind, other.kind) || differ(one.title, other.title);
}
