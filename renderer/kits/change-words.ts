/** What a kit's charts say of their dates, and what changed in it, in words. Pure. */
import type { Kit } from '../../preload/contract.ts';
import { strings } from '../strings/strings.ts';

const words = strings.changes;

/** The ways in which the dates that a chart prints may be wrong for the flight, or missing. */
export const chartDateKinds = ['later', 'expired', 'undated'] as const;
export type ChartDateKind = (typeof chartDateKinds)[number];

/** `2 charts take effect only after your departure`, …: one for each kind of which there is a chart. */
export function chartDateWords(charts: Kit['charts']): string[] {
  if (!charts) return [];
  return chartDateKinds.flatMap((kind) => (charts[kind] > 0 ? [words.chartDates[kind](charts[kind])] : []));
}

/** What a row of the list flags of a kit: charts that changed and that nobody has reviewed, and charts with odd dates. */
export function chartFlags({ changes, charts }: Pick<Kit, 'changes' | 'charts'>): {
  changed: number;
  dates: readonly string[];
} {
  return {
    changed: changes?.state === 'ready' ? changes.unreviewed : 0,
    dates: chartDateWords(charts),
  };
}
