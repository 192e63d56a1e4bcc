/** The charts of an open document as the viewer shows them: pages grouped and named, their dates judged. Pure. */

import type { ChartKind, ChartPage } from '../../main/charts/rules/chart.ts';
import {
  type ChartFlag,
  chartName,
  chartsOnPage,
  flagOf,
  groupCharts,
  indexNumber,
  joinedNames,
} from '../../main/charts/rules/chart-dates.ts';
import { chartWords } from './words.ts';

/** A chart of one page or several; a sheet with two charts counts as a page of each. */
export interface ShownChart {
  pages: readonly ChartPage[];
  airport: string | null;
  kind: ChartKind | null;
  /** `EGLL › ILS 27L`; for a page without a title its kind and number; null if nothing is known. */
  name: string | null;
  flag: ChartFlag | null;
}

/** A page, and the chart that it belongs to: of a sheet the first. */
export interface ShownPage {
  page: ChartPage;
  chart: ShownChart;
  /** The other charts of a sheet. */
  others: readonly Omit<ShownPage, 'others'>[];
}

export type PagesOfCharts = ReadonlyMap<number, ShownPage>;

/**
 * The charts of a document, in its order.
 *
 * @param departure_ms ms since 1970 UTC; null if not known: then no chart is later or expired
 */
export function shownCharts(pages: readonly ChartPage[], departure_ms: number | null): readonly ShownChart[] {
  return groupCharts(pages.flatMap(chartsOnPage)).map((chart) => {
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

/** The page as it is shown: of a sheet, the chart that a person went to. */
export function shownPart(shown: ShownPage | null, part: ViewerPart): ShownPage | null {
  return (shown && chartOfPart(shown, partInView(shown, part))) ?? shown;
}

/** Which chart of a sheet a person went to, from 0; null: none, or the page has one chart. */
export function partInView(shown: ShownPage | null, part: ViewerPart): number | null {
  if (!shown?.others.length || part?.page !== shown.page.page) return null;
  const at = [shown, ...shown.others].findIndex(({ page }) => page.region?.join() === part.region.join());
  return at < 0 ? null : at;
}

/** The page with one chart of its sheet alone; with all where it has no such chart, or `part` is null. */
export function chartOfPart(shown: ShownPage | undefined, part: number | null): ShownPage | undefined {
  const chosen = shown && part !== null ? [shown, ...shown.others][part] : undefined;
  return chosen ? { ...chosen, others: [] } : shown;
}

type ViewerPart = { page: number; region: readonly number[] } | null;

/** Every page by its number. */
export function byPage(charts: readonly ShownChart[]): PagesOfCharts {
  const shown = new Map<number, ShownPage>();
  for (const chart of charts)
    for (const page of chart.pages) {
      const first = shown.get(page.page);
      const others = first ? [...first.others, { page, chart }] : [];
      shown.set(page.page, { ...(first ?? { page, chart }), others });
    }
  return shown;
}

/** The pages as they were read, each with all its charts. */
export function sheetsOf(pages: PagesOfCharts): ChartPage[] {
  return [...pages.values()].map(({ page, others }) => ({
    ...page,
    more: others.map((other) => other.page),
  }));
}

/** The name of the page's chart, or of each chart of a sheet, for lists; null if nothing is known. */
export function nameAt(pages: PagesOfCharts, page: number): string | null {
  return nameOfSheet(pages.get(page));
}

/** The same for a page. */
export function nameOfSheet(shown: ShownPage | undefined): string | null {
  return shown ? joinedNames([shown, ...shown.others].map(({ chart }) => chart.name)) : null;
}

/** The flag of the page's chart; of a sheet the first flag in this order. */
export function flagOfSheet(shown: ShownPage | undefined): ChartFlag | null {
  const flags = shown ? [shown, ...shown.others].map(({ chart }) => chart.flag) : [];
  return (['expired', 'later', 'undated'] as const).find((flag) => flags.includes(flag)) ?? null;
}

/** The page of a chart whose dates apply to this page: itself, else the first with dates. */
export function datedPage({ page, chart }: Pick<ShownPage, 'page' | 'chart'>): ChartPage {
  return hasDate(page) ? page : (chart.pages.find(hasDate) ?? page);
}

function hasDate({ revised, effective_from, effective_to }: ChartPage): boolean {
  return revised !== null || effective_from !== null || effective_to !== null;
}

function nameOf(page: ChartPage): string | null {
  const kind = page.kind?.value;
  const number = indexNumber(page);
  if (page.title || !kind || kind === 'other' || (kind === 'text' && number)) return chartName(page);
  const words = [chartWords.kinds[kind], number].filter(Boolean).join(' ');
  return [page.airport?.value, words].filter(Boolean).join(' › ');
}
