/** The facts of a chart: the types of the contract's schema. */
import type { ChartPage } from '../../../preload/contract/charts.ts';
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
