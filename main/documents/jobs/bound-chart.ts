/** Limits a page's chart facts to what an answer may contain, whatever the document contains. */
import type { ChartPage, Found } from '../../charts/rules/chart.ts';
import {
  MAX_CHART_AIRPORT,
  MAX_CHART_NUMBER,
  MAX_CHART_TITLE,
  MAX_CHART_WORD,
  MAX_CHART_WORDS,
  MAX_PUBLISHER,
} from '../rules/limits.ts';
import type { TextPage } from './answers.ts';

/** The page's facts within limits.ts: a value that is too long counts as not found; of its words the first ones are kept. */
export function boundedChart(page: ChartPage): ChartPage {
  return {
    page: page.page,
    text: page.text,
    publisher: page.publisher?.slice(0, MAX_PUBLISHER) ?? null,
    airport: bounded(page.airport, MAX_CHART_AIRPORT),
    kind: bounded(page.kind, MAX_CHART_TITLE),
    title: bounded(page.title, MAX_CHART_TITLE),
    number: bounded(page.number, MAX_CHART_NUMBER),
    revised: bounded(page.revised, MAX_CHART_NUMBER),
    effective_from: bounded(page.effective_from, MAX_CHART_NUMBER),
    effective_to: bounded(page.effective_to, MAX_CHART_NUMBER),
    stamped_cycle: bounded(page.stamped_cycle, MAX_CHART_NUMBER),
  };
}

function bounded<T extends string>(found: Found<T> | null, longest: number): Found<T> | null {
  if (found === null || found.value.length > longest) return null;
  const words = found.words
    .slice(0, MAX_CHART_WORDS)
    .map((word) => word.slice(0, MAX_CHART_WORD).toWellFormed());
  return { value: found.value, words };
}

/** Length of the pages in an answer, UTF-16 code units. */
export function lengthOf(pages: readonly TextPage[]): number {
  return pages.reduce((sum, { text, chart }) => sum + text.length + JSON.stringify(chart).length, 0);
}
