/** The kinds of charts as a person filters by them. Pure. */

import type { ChartKind } from '../../main/charts/rules/chart.ts';
import type { ShownChart } from './shown-chart.ts';
import type { ChartGroup } from './words.ts';

const groups: Readonly<Record<ChartKind, ChartGroup>> = {
  airport: 'airport',
  parking: 'airport',
  hotspot: 'airport',
  sid: 'sid',
  departure: 'sid',
  star: 'star',
  arrival: 'star',
  approach: 'approach',
  minimums: 'minimums',
  text: 'text',
  cover: 'text',
  contents: 'text',
  flight_plan: 'flight_plan',
  notam: 'notam',
  weather: 'weather',
  other: 'other',
};

/** In the order in which they are used on a flight. */
const order: readonly ChartGroup[] = [
  'airport',
  'sid',
  'star',
  'approach',
  'minimums',
  'text',
  'flight_plan',
  'notam',
  'weather',
  'other',
];

export function groupOf({ kind }: Pick<ShownChart, 'kind'>): ChartGroup {
  return kind === null ? 'other' : groups[kind];
}

/** The groups that a document has; empty if there is only one. */
export function groupsIn(charts: readonly ShownChart[]): readonly ChartGroup[] {
  const there = new Set(charts.map(groupOf));
  return there.size < 2 ? [] : order.filter((group) => there.has(group));
}
