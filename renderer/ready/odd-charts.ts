/** The charts of a kit whose dates a person has to look at. Pure. */
import { chartName } from '../../main/charts/rules/chart-dates.ts';
import { flagOf } from '../../main/charts/rules/chart-flag.ts';
import { groupCharts } from '../../main/charts/rules/group-charts.ts';
import type { KitCharts } from '../../preload/contract.ts';
import type { ChartDateKind } from '../kits/change-words.ts';

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
  return groupCharts(pages).flatMap((chart) => {
    const [first] = chart.pages;
    return first && flagOf(chart, departs) === kind ? [{ page: first.page, name: chartName(first) }] : [];
  });
}
