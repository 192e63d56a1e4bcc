/** The names of charts, and their dates in words. Pure. */

import { chartName, datesAt } from '../../main/charts/rules/chart-dates.ts';
import type { ChartPage, KitCharts } from '../../preload/contract.ts';
import { dateWords } from '../charts/chart-words.ts';
import { changesWords } from './words.ts';

/** The charts of a kit by their page. */
export type ChartsByPage = ReadonlyMap<number, ChartPage>;

/** The known charts of two compared kits. */
export interface ComparedCharts {
  old: ChartsByPage;
  new: ChartsByPage;
}

export const noCharts: ComparedCharts = { old: new Map(), new: new Map() };

const words = changesWords;

export function chartsByPage({ pages }: Pick<KitCharts, 'pages'>): ChartsByPage {
  return new Map(pages.map((chart) => [chart.page, chart]));
}

/** The chart's name in the new kit, else in the old one, else its page. */
export function nameOfPage(page: { old: number | null; new: number | null }, charts: ComparedCharts): string {
  const chart = charts.new.get(page.new ?? 0) ?? charts.old.get(page.old ?? 0);
  return (chart ? chartName(chart) : null) ?? words.page(page.new ?? page.old ?? 0);
}

/**
 * `effective 16 Apr – 14 May 2026, revised 3 Apr 2026`, and whether that does not fit the departure; empty if the page
 * has not been read.
 *
 * @param departs ms since 1970 UTC; null if not known
 */
export function datesOfChart(chart: ChartPage | undefined, departs: number | null): string {
  if (!chart) return '';
  const { dates } = words;
  const found = dateWords(chart);
  const fits = datesAt(chart, chart.publisher, departs);
  if (fits === 'later' || fits === 'expired') found.push(dates[fits]);
  return found.length > 0 ? found.join(', ') : dates.none;
}
