import type { ChartPage } from '../charts/rules/chart.ts';
import type { ComparedPage } from './comparison-record.ts';
import { chartNumbers } from './rules/changed-charts.ts';

/** A document compared with itself: all its pages are the same. @param charts of all pages; empty if they are not known */
export function compareWithItself(pages: number, charts: readonly ChartPage[]): ComparedPage[] {
  const pairs = Array.from({ length: pages }, (_, index) => ({ old: index, new: index }));
  const numbers = chartNumbers(pairs, charts, charts);
  return pairs.map((_, index) => ({
    old: index + 1,
    new: index + 1,
    state: 'same',
    chart: numbers[index] ?? index,
    what: [],
    areas: { old: [], new: [] },
  }));
}
