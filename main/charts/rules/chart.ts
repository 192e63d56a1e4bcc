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

/** A page's facts; null is "not found", and never a guess. */
export type ChartFacts = Omit<ChartPage, 'page' | 'text' | 'publisher'>;

export const nothingFound: ChartFacts = {
  airport: null,
  kind: null,
  title: null,
  number: null,
  revised: null,
  effective_from: null,
  effective_to: null,
  stamped_cycle: null,
};

/** A page without known facts. */
export function unknownChart(page: number, text: ChartPage['text']): ChartPage {
  return { page, text, publisher: null, ...nothingFound };
}

// Finds airports of pages from other pages of the document.

/**
 * The pages, with airports added for FAA charts that only name a city: the number in `ST-375 (FAA)` is the airport's,
 * and other pages of the document show which airport it is.
 */
export function shareAirports(pages: readonly ChartPage[]): ChartPage[] {
  /** By number; null if pages contradict each other. */
  const known = new Map<string, Found<string> | null>();
  for (const page of pages) {
    const reference = referenceOf(page);
    if (reference === null || page.airport === null) continue;
    const other = known.get(reference);
    if (other === undefined) known.set(reference, page.airport);
    else if (other !== null && other.value !== page.airport.value) known.set(reference, null);
  }
  return pages.map((page) => {
    const reference = referenceOf(page);
    const airport = reference === null || page.airport !== null ? null : (known.get(reference) ?? null);
    if (airport === null || page.number === null) return page;
    const words = [...page.number.words, ...airport.words].slice(0, MAX_CHART_WORDS);
    return { ...page, airport: { value: airport.value, words } };
  });
}

/** The airport's number in an FAA chart's reference. */
function referenceOf({ publisher, number }: ChartPage): string | null {
  return publisher === 'faa' && number !== null ? (number.value.split('-')[1] ?? null) : null;
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
