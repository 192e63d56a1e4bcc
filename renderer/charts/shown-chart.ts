/** The charts of an open document as the viewer shows them: pages grouped and named, their dates judged. Pure. */

import type { ChartKind, ChartPage } from '../../main/charts/rules/chart.ts';
import { type ChartFlag, chartName, flagOf, groupCharts } from '../../main/charts/rules/chart-dates.ts';
import { chartWords } from './words.ts';

/** A chart of one page or several. */
export interface ShownChart {
  pages: readonly ChartPage[];
  airport: string | null;
  kind: ChartKind | null;
  /** `EGLL › ILS 27L`; for a page without a title its kind; null if nothing is known. */
  name: string | null;
  flag: ChartFlag | null;
}

/** A page, and the chart that it belongs to. */
export interface ShownPage {
  page: ChartPage;
  chart: ShownChart;
}

export type PagesOfCharts = ReadonlyMap<number, ShownPage>;

/**
 * The charts of a document, in its order.
 *
 * @param departure_ms ms since 1970 UTC; null if not known: then no chart is later or expired
 */
export function shownCharts(pages: readonly ChartPage[], departure_ms: number | null): readonly ShownChart[] {
  return groupCharts(pages).map((chart) => {
    const [first] = chart.pages;
    const airport = first?.airport?.value ?? null;
    const kind = first?.kind?.value ?? null;
    return {
      pages: chart.pages,
      airport,
      kind,
      name: first ? nameOf(first) : null,
      flag: flagOf(chart, departure_ms),
    };
  });
}

/** Every page by its number. */
export function byPage(charts: readonly ShownChart[]): PagesOfCharts {
  return new Map(charts.flatMap((chart) => chart.pages.map((page) => [page.page, { page, chart }] as const)));
}

/** The name of the page's chart, for lists; null if nothing is known. */
export function nameAt(pages: PagesOfCharts, page: number): string | null {
  return pages.get(page)?.chart.name ?? null;
}

/** The page of a chart whose dates apply to this page: itself, else the first with dates. */
export function datedPage({ page, chart }: ShownPage): ChartPage {
  return hasDate(page) ? page : (chart.pages.find(hasDate) ?? page);
}

function hasDate({ revised, effective_from, effective_to }: ChartPage): boolean {
  return revised !== null || effective_from !== null || effective_to !== null;
}

function nameOf(page: ChartPage): string | null {
  const kind = page.kind?.value;
  if (page.title || !kind || kind === 'other') return chartName(page);
  return [page.airport?.value, chartWords.kinds[kind]].filter(Boolean).join(' › ');
}
