/** What charts are called, and their dates in words. Pure. */

import { chartName, datesAt } from '../../preload/charts/chart-dates.ts';
import type { KitCharts } from '../../preload/contract.ts';
import { formatUtcDate } from '../design/format.ts';
import { strings } from '../strings/strings.ts';

export type KnownChart = KitCharts['pages'][number];
/** The charts of a kit by their page. */
export type ChartsByPage = ReadonlyMap<number, KnownChart>;

const words = strings.changes;

export function chartsByPage({ pages }: Pick<KitCharts, 'pages'>): ChartsByPage {
  return new Map(pages.map((chart) => [chart.page, chart]));
}

/** The chart's name, as the new kit has it; else as the old one has it; else its page. */
export function nameOfPage(
  page: { old: number | null; new: number | null },
  charts: { old: ChartsByPage; new: ChartsByPage },
): string {
  const chart =
    (page.new === null ? undefined : charts.new.get(page.new)) ??
    (page.old === null ? undefined : charts.old.get(page.old));
  return (chart ? chartName(chart) : null) ?? words.page(page.new ?? page.old ?? 0);
}

/**
 * `revised 3 Apr 2026, effective 16 Apr 2026 to 14 May 2026`, and whether that does not fit the departure; empty where the page
 * has not been read.
 *
 * @param departs ms since 1970 UTC; null where it is not known
 */
export function datesOfChart(chart: KnownChart | undefined, departs: number | null): string {
  if (!chart) return '';
  const { dates } = words;
  const day = (found: { value: string } | null) => (found ? formatUtcDate(found.value) : null);
  const [revised, from, until] = [day(chart.revised), day(chart.effective_from), day(chart.effective_to)];
  const span =
    from && until ? dates.span(from, until) : from ? dates.from(from) : until ? dates.until(until) : null;
  const found = [revised ? dates.revised(revised) : null, span].filter((one) => one !== null);
  const fits = datesAt(chart, chart.publisher, departs);
  if (fits === 'later' || fits === 'expired') found.push(dates[fits]);
  return found.length > 0 ? found.join(', ') : dates.none;
}
