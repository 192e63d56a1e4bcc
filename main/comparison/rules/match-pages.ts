/** Matches the pages of an older document with those of a newer one. */

import type { ChartPage } from '../../charts/rules/chart.ts';
import { groupCharts } from '../../charts/rules/chart-dates.ts';
import { alike, type PageSketch } from './page-sketch.ts';

/** A pair of pages of the same chart, or a page without a counterpart; from 0. */
export interface PagePair {
  old: number | null;
  new: number | null;
}

/** Minimum resemblance of pages of one chart with several pages, so that they are not only matched by their order. */
const ALIKE = 0.3;
/** The minimum for pages whose charts are not known. */
const SAME_PAGE = 0.5;
/** The minimum for pages whose charts have different names. */
const RENAMED = 0.85;
/** The minimum for pages that follow matched pages. */
const FOLLOWING = 0.2;
/** Maximum number of page pairs that are compared. */
const MAX_PAIRS = 400_000;

/**
 * Matches pages by their chart (airport, kind, title, number), pages of one chart by content and then by order, the
 * others by content, and unread pages by the pages around them. Each page is matched once.
 *
 * @param known pairs that are already matched, from 0
 * @returns pairs in the order of the new document; pages that are gone follow the page that preceded them
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

  /** Calls `match` with the unmatched pages of each name. */
  byName(nameOf: (chart: ChartPage) => string | null, match: (group: Group) => void): void {
    const rest = this.rest();
    const named = (pages: readonly number[], sketches: readonly PageSketch[]) =>
      Map.groupBy(pages, (page) => nameOf((sketches[page] as PageSketch).chart));
    const others = named(rest.new, this.#new);
    for (const [name, old] of named(rest.old, this.#old)) {
      const newer = name === null ? undefined : others.get(name);
      if (newer) match({ old, new: newer });
    }
  }

  /** Matches pages with identical drawings, in order. */
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

  /** Matches pages with at least a minimum resemblance, the most alike first, and equally alike ones in order. */
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
        const share = alike(one, two);
        // Equally alike pages are matched by position.
        const far = Math.abs((expected[place] ?? 0) - other);
        if (share >= least) pairs.push({ page, other, share: share - far * 1e-6 });
      }
    }
    for (const { page, other } of pairs.sort((a, b) => b.share - a.share)) this.#match(page, other);
  }

  /** Matches pages that follow matched ones, if they have at least the minimum resemblance. */
  following(least: number): void {
    for (const [page, one] of this.#old.entries()) {
      const before = page === 0 ? -1 : this.#newOf[page - 1];
      const other = typeof before === 'number' ? this.#new[before + 1] : undefined;
      if (typeof before !== 'number' || other === undefined || areOthers(one.chart, other.chart)) continue;
      if (one.digest === '' || other.digest === '') continue;
      if (alike(one, other) >= least) this.#match(page, before + 1);
    }
  }

  /** Matches pages without known content in either document with those at the same position between matched pages. */
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

  /** Where an old page would be if it followed the nearest matched page before it. */
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

/** The name of a chart, if it is enough to identify it. */
function chartName({ airport, kind, title, number }: ChartPage): string | null {
  if (title === null || (airport === null && number === null && kind === null)) return null;
  return [airport?.value ?? '', kind?.value ?? '', plain(title.value), plain(number?.value)].join('\n');
}

/** Its airport, kind and title, for a chart whose number changed. */
function chartTitle({ airport, kind, title }: ChartPage): string | null {
  return title === null || kind === null
    ? null
    : [airport?.value ?? '', kind.value, plain(title.value)].join('\n');
}

/** Whether two pages belong to different charts, according to their own facts. */
function areOthers(one: ChartPage, other: ChartPage): boolean {
  const differ = (first: { value: string } | null, second: { value: string } | null) =>
    first !== null && second !== null && plain(first.value) !== plain(second.value);
  return differ(one.airport, other.airport) || differ(one.kind, other.kind) || differ(one.title, other.title);
}

// Groups compared pages by chart: a chart of several pages is shown, counted and reviewed as one. Pure.

/**
 * The number of the chart that each pair of pages belongs to, from 0 in the order of the pairs. Pages of one chart in the
 * newer or in the older document have the same number.
 *
 * @param pairs pages from 0
 * @param old charts of all pages of the older document, in order; `newer` likewise
 */
export function chartNumbers(
  pairs: readonly PagePair[],
  old: readonly ChartPage[],
  newer: readonly ChartPage[],
): number[] {
  const [oldCharts, newCharts] = [chartOfPage(old), chartOfPage(newer)];
  /** The first pair of the same chart, or a pair that leads to the first. */
  const first = pairs.map((_, index) => index);
  const firstOf = (index: number): number => {
    let at = index;
    while (first[at] !== at) at = first[at] ?? at;
    return at;
  };
  const seen = new Map<string, number>();
  for (const [index, pair] of pairs.entries()) {
    const names: string[] = [];
    if (pair.old !== null) names.push(`old ${oldCharts[pair.old] ?? `page ${pair.old}`}`);
    if (pair.new !== null) names.push(`new ${newCharts[pair.new] ?? `page ${pair.new}`}`);
    for (const name of names) {
      const other = seen.get(name);
      if (other === undefined) seen.set(name, index);
      else {
        const [one, two] = [firstOf(index), firstOf(other)];
        first[Math.max(one, two)] = Math.min(one, two);
      }
    }
  }
  const numbers = new Map<number, number>();
  return pairs.map((_, index) => {
    const at = firstOf(index);
    const number = numbers.get(at) ?? numbers.size;
    numbers.set(at, number);
    return number;
  });
}

/** By page from 0, the index of its chart in the document. */
function chartOfPage(pages: readonly ChartPage[]): number[] {
  return groupCharts(pages).flatMap(({ pages: own }, chart) => own.map(() => chart));
}
