/** What is known of a chart: the types of the contract's schema. */
import type { ChartPage } from '../../../preload/contract/charts.ts';
import type { ChartKind } from './chart-kinds.ts';

export type { ChartKind, ChartPage };

/** A fact, and the words on the page (or of the document's outline) that say so. */
export interface Found<T> {
  value: T;
  words: readonly string[];
}

/** A day of the calendar, `YYYY-MM-DD`, as it is printed. */
export type IsoDay = string;

/** What a page says about itself; null is "not found", and never a guess. */
export type ChartFacts = Omit<ChartPage, 'page' | 'text' | 'publisher'>;

export const nothingFound: ChartFacts = {
  airport: null,
  kind: null,
  title: null,
  number: null,
  revised: null,
  effective_from: null,
  effective_to: null,
};

/** A page of which nothing is known. */
export function unknownChart(page: number, text: ChartPage['text']): ChartPage {
  return { page, text, publisher: null, ...nothingFound };
}
