/** The facts of a chart: the types of the contract's schema. */

import type { ChartPage } from '../../../preload/contract/charts.ts';
import { MAX_CHART_WORDS } from '../../documents/rules/limits.ts';
import type { ChartKind } from './chart-kinds.ts';

export type { ChartKind, ChartPage };

/** A fact, and the words on the page (or in the document's outline) that show it. */
export interface Found<T> {
  value: T;
  words: readonly string[];
}

/** A calendar day, `YYYY-MM-DD`, as printed. */
export type IsoDay = string;

/** A chart's facts; null is "not found", and never a guess. */
export type ChartFacts = ChartPage['more'][number];

/** A part of a page, shares of the page: left, top, width, height. */
export type PagePart = NonNullable<ChartFacts['region']>;

export const nothingFound: ChartFacts = {
  region: null,
  airport: null,
  city: null,
  kind: null,
  title: null,
  number: null,
  revised: null,
  effective_from: null,
  effective_to: null,
  stamped_cycle: null,
  print_valid_to: null,
  print_expired: null,
};

/** A page without known facts. */
export function unknownChart(page: number, text: ChartPage['text']): ChartPage {
  return { page, text, publisher: null, ...nothingFound, more: [] };
}

// Finds airports of pages from other pages of the document.

/**
 * The pages, with airports added for charts that only name a city: of the FAA's the number in `ST-375 (FAA)` is the airport's, of
 * Jeppesen's the city with the first digit of the index number. Other charts of the document show which airport it is.
 */
export function shareAirports(pages: readonly ChartPage[]): ChartPage[] {
  /** By reference; null if charts contradict each other. */
  const known = new Map<string, Found<string> | null>();
  for (const page of pages)
    for (const chart of [page, ...page.more]) {
      const reference = referenceOf(page.publisher, chart);
      if (reference === null || chart.airport === null) continue;
      const other = known.get(reference.value);
      if (other === undefined) known.set(reference.value, chart.airport);
      else if (other !== null && other.value !== chart.airport.value) known.set(reference.value, null);
    }
  function shared<T extends ChartFacts>(publisher: string | null, chart: T): T {
    const reference = chart.airport === null ? referenceOf(publisher, chart) : null;
    const airport = reference && known.get(reference.value);
    if (!reference || !airport) return chart;
    const words = [...reference.words, ...airport.words].slice(0, MAX_CHART_WORDS);
    return { ...chart, airport: { value: airport.value, words } };
  }
  return pages.map((page) => {
    const more = page.more.map((chart) => shared(page.publisher, chart));
    const isSame = more.every((chart, index) => chart === page.more[index]);
    return shared(page.publisher, isSame ? page : { ...page, more });
  });
}

/** What a chart says instead of its airport; charts of one airport say the same. */
function referenceOf(publisher: string | null, { number, city }: ChartFacts): Found<string> | null {
  if (number === null) return null;
  if (publisher === 'faa') {
    const airport = number.value.split('-')[1];
    return airport === undefined ? null : { value: airport, words: number.words };
  }
  if (publisher !== 'jeppesen' || city === null) return null;
  return { value: `${city.value} ${number.value.charAt(0)}`, words: city.words };
}

// Combines evidence on a page into one result, or none.

/** A fact with the words that show it. */
export function found<T>(value: T, ...words: string[]): Found<T> {
  return { value, words };
}

/** The value that all candidates agree on; null if there are none, or they differ. */
export function agreed<T>(candidates: readonly Found<T>[]): Found<T> | null {
  const [first, ...others] = candidates;
  if (first === undefined || others.some(({ value }) => value !== first.value)) return null;
  return { value: first.value, words: [...new Set(candidates.flatMap(({ words }) => words))] };
}

/** The day that all agree on; null also if one of them is ambiguous. */
export function oneDay(days: readonly Found<IsoDay | null>[]): Found<IsoDay> | null {
  const [first] = days;
  if (!first?.value || days.some(({ value }) => value !== first.value)) return null;
  return { value: first.value, words: [...new Set(days.flatMap(({ words }) => words))] };
}

/** The results of `read` for each item, without nulls. */
export function collect<T, R>(items: Iterable<T>, read: (item: T) => R | null): R[] {
  const all: R[] = [];
  for (const item of items) {
    const one = read(item);
    if (one !== null) all.push(one);
  }
  return all;
}
