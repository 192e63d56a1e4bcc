/** Finds airports of pages from other pages of the document. */
import { MAX_CHART_WORDS } from '../../documents/rules/limits.ts';
import type { ChartPage, Found } from './chart.ts';

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
