/** Which compared pages are of one chart: a chart of several pages is looked at, counted and reviewed as one. Pure. */
import type { ChartPage } from '../../charts/rules/chart.ts';
import { groupCharts } from '../../charts/rules/group-charts.ts';
import type { PagePair } from './match-pages.ts';

/**
 * The number of the chart that each pair of pages belongs to, from 0 in the order of the pairs: pages that are one chart's in the
 * newer document or in the older one have the same.
 *
 * @param pairs pages from 0
 * @param old the charts of the older document's pages, all of them in their order; as `newer`
 */
export function chartNumbers(
  pairs: readonly PagePair[],
  old: readonly ChartPage[],
  newer: readonly ChartPage[],
): number[] {
  const [oldCharts, newCharts] = [chartOfPage(old), chartOfPage(newer)];
  /** The first pair of the same chart, or a pair that leads to it. */
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

/** By page from 0, the chart's turn in its document. */
function chartOfPage(pages: readonly ChartPage[]): number[] {
  return groupCharts(pages).flatMap(({ pages: own }, chart) => own.map(() => chart));
}
