import type { Figure } from '../figures.ts';
import type { Figures } from './results.ts';

type Row = readonly [
  id: string,
  label: string,
  unit: Figure['unit'],
  statistic: Figure['statistic'],
  limit?: number,
];

const forKit = (kit: 'M' | 'L'): Row[] => [
  [`window-seen-${kit}`, `${kit}: a window of its own, something`, 'ms', 'median'],
  [`window-crisp-${kit}`, `${kit}: a window of its own, its page`, 'ms', 'median'],
  [`window-turn-${kit}`, `${kit}: turn in a window of its own`, 'ms', 'p95', 34],
];

const rows: readonly Row[] = [
  ...forKit('M'),
  ...forKit('L'),
  ['find-M', 'M: last key to first hit, in the page', 'ms', 'median', 10],
  ['find-seen-M', 'M: last key to first hit, painted', 'ms', 'median'],
  ['index-M', 'M: index of 300 pages in the background', 'ms', 'median', 4000],
  ['index-dropped-M', 'M: frames over 34 ms while indexing, from the start on', 'frames', 'max', 0],
  ['start-dropped-M', 'the same start with nothing to index, as long', 'frames', 'max'],
  ['index-L', 'L: index of 600 pages in the background', 'ms', 'median'],
  ['late-reading', 'M: frames over 34 ms while it is read and L is indexed', 'frames', 'max', 0],
  ['late-reading-quiet', 'the same reading with nothing to index, as long', 'frames', 'max'],
  ['gap-reading', 'longest frame gap while L is indexed', 'ms', 'max'],
  ['stall-main', 'longest stall of the main process while L is indexed', 'ms', 'max', 50],
  ['stall-main-quiet', 'the same with nothing to index', 'ms', 'max'],
  ['crop-M', 'M: pan at 800 % of 100 k segments, wheel to crisp', 'ms', 'median'],
  ['crop-paint-M', 'M: the same, painting alone', 'ms', 'median', 50],
  ['idle-gap', 'longest frame gap of 2 s at rest (the machine)', 'ms', 'max'],
];

/** The rows of the table: those that were measured. */
export function measured(results: Figures<'app'>): Figure[] {
  return rows
    .map(([id, label, unit, statistic, limit]) => ({
      ...{ label, unit, statistic, values: results.values(id, 'app') },
      ...(limit === undefined ? {} : { limit }),
    }))
    .filter(({ values }) => values.length > 0);
}
