/** An outline made from the charts, for a document without its own outline: airport, kind, chart. Pure. */

import type { ChartPage } from '../../main/charts/rules/chart.ts';
import { chartsOnPage } from '../../main/charts/rules/chart-dates.ts';
import type { OutlineEntry } from '../../preload/contract.ts';
import { groupOf } from './chart-filter.ts';
import type { ShownChart } from './shown-chart.ts';
import { chartWords } from './words.ts';

/** A line of an outline; it can lead to a chart of a sheet. */
export interface ChartEntry extends OutlineEntry {
  region?: ChartPage['region'];
}

/** Empty if nothing is known about any page. */
export function chartOutline(charts: readonly ShownChart[]): readonly ChartEntry[] {
  const known = charts.filter(({ name }) => name !== null);
  return [...Map.groupBy(known, ({ airport }) => airport ?? '')].flatMap(([airport, of]) => [
    entry(airport || chartWords.noAirport, 0, of),
    ...[...Map.groupBy(of, (chart) => chartWords.groups[groupOf(chart)])].flatMap(([title, ofKind]) => [
      entry(title, 1, ofKind),
      ...ofKind.map((chart) => entry(titleOf(chart), 2, [chart])),
    ]),
  ]);
}

/** A chart's name without the airport, below its airport. */
export function titleOf({ pages, name, airport }: ShownChart): string {
  return pages[0]?.title?.value ?? name?.replace(`${airport} › `, '') ?? '';
}

function entry(title: string, level: number, of: readonly ShownChart[]): ChartEntry {
  const first = of[0]?.pages[0];
  return {
    title,
    level,
    page: first?.page ?? null,
    down: 0,
    region: (of.length === 1 ? first?.region : null) ?? null,
  };
}

/**
 * The page of `other` with the same chart as `page`: the same airport, and the same number or, without one, the same title. Of several
 * pages of one chart, the one with the same place among them. Null if there is none, or the page has neither number nor title.
 */
export function sameChart(
  pages: readonly ChartPage[],
  page: number,
  other: readonly ChartPage[],
): number | null {
  const wanted = nameOf(pages.find((one) => one.page === page));
  if (wanted === null) return null;
  const withName = (kit: readonly ChartPage[]) =>
    kit.flatMap(chartsOnPage).filter((one) => nameOf(one) === wanted);
  const place = withName(pages).findIndex((one) => one.page === page);
  const found = withName(other);
  return (found[place] ?? found[0])?.page ?? null;
}

function nameOf(page: ChartPage | undefined): string | null {
  const name = page?.number?.value ?? page?.title?.value;
  return name ? `${page?.airport?.value ?? ''} ${name}` : null;
}
