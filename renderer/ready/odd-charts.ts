/** The charts of a kit whose dates a person has to look at. Pure. */

import { chartName, datesAt } from '../../preload/charts/chart-dates.ts';
import { groupCharts } from '../../preload/charts/group-charts.ts';
import type { KitCharts } from '../../preload/contract.ts';
import type { ChartDateKind } from '../kits/change-words.ts';

/** Pages of other kinds print no date that matters. */
const CHARTS = new Set(['airport', 'parking', 'sid', 'star', 'approach', 'departure', 'arrival']);

/** A chart by its first page. */
export interface OddChart {
  page: number;
  /** Null where the page does not say. */
  name: string | null;
}

/** Those of one kind, in the order of the kit. @param departs ms since 1970 UTC; null where it is not known */
export function oddCharts(
  { pages }: Pick<KitCharts, 'pages'>,
  kind: ChartDateKind,
  departs: number | null,
): OddChart[] {
  return groupCharts(pages).flatMap(({ pages: [first, ...others] }) => {
    if (!first) return [];
    const found = [first, ...others].some((page) => datesAt(page, page.publisher, departs) === kind);
    const isMeant = kind !== 'undated' || CHARTS.has(first.kind?.value ?? '');
    return found && isMeant ? [{ page: first.page, name: chartName(first) }] : [];
  });
}
