/** Groups compared pages by chart: a chart of several pages is shown, counted and reviewed as one. Pure. */
import type { ChartPage } from '../../charts/rules/chart.ts';
import { groupCharts } from '../../charts/rules/group-charts.ts';
import type { PagePair } from './match-pages.ts';

/**
 * The number of the chart that each pair of pages belongs to, from 0 in the order of the pairs. Pages of one chart in the
 * newer or in the older document have the same number.
 *
 * @param pairs pages from 0
 * @param old charts of all pages of the older document, in order; `newer` likewise
 */
export function chartNumbers(
  pairs: readonly PagePair[],
  old: readonly ChartPage[],
  newer: readonly ChartPage[],
): number[] {
  const [oldCharts, newCharts] = [chartOfPage(old), chartOfPage(newer)];
  /** The first pair of the same chart, or a pair that leads to the first. */
  const first = pairs.map((_, index) => index);
  const firstOf = (index: number): number => {
    let at = index;
    while (first[at] !== at) at = first[at] ?? at;
    return at;
  };
  const seen = new Map<string, number>();
  for (const [index, pair] of pairs.entries()) {
    const names: string[] = [];
    if (pair.old !== null) names.push(`old ${oldCharts[pair.old] ?? `page ${pair.old}`}`);
    if (pair.new !== null) names.push(`new ${newCharts[pair.new] ?? `page ${pair.new}`}`);
    for (const name of names) {
      const other = seen.get(name);
      if (other === undefined) seen.set(name, index);
      else {
        const [one, two] = [firstOf(index), firstOf(other)];
        first[Math.max(one, two)] = Math.min(one, two);
      }
    }
  }
  const numbers = new Map<number, number>();
  return pairs.map((_, index) => {
    const at = firstOf(index);
    const number = numbers.get(at) ?? numbers.size;
    numbers.set(at, number);
    return number;
  });
}

/** By page from 0, the index of its chart in the document. */
function chartOfPage(pages: readonly ChartPage[]): number[] {
  return groupCharts(pages).flatMap(({ pages: own }, chart) => own.map(() => chart));
}
