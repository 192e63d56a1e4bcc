import type { Measure } from './results.ts';

/** Memory may grow by so much from 60 to 600 turns and still be called flat, %. */
const FLAT = 15;

type Row = readonly [
  id: string,
  label: string,
  unit: Measure['unit'],
  statistic: Measure['statistic'],
  limit?: number,
];

const forKit = (kit: 'M' | 'L'): Row[] => [
  [`seen-warm-${kit}`, `${kit}: something of page 1, warm`, 'ms', 'median', 60],
  [`seen-cold-${kit}`, `${kit}: something of page 1, cold`, 'ms', 'median', 60],
  [`crisp-warm-${kit}`, `${kit}: page 1 crisp, warm`, 'ms', 'median', kit === 'M' ? 200 : 250],
  [`crisp-cold-${kit}`, `${kit}: page 1 crisp, cold`, 'ms', 'median', 450],
  [`gap-open-${kit}`, `${kit}: longest frame gap of an opening`, 'ms', 'max', 34],
  [`window-seen-${kit}`, `${kit}: a window of its own, something`, 'ms', 'median'],
  [`window-crisp-${kit}`, `${kit}: a window of its own, its page`, 'ms', 'median'],
  [`window-turn-${kit}`, `${kit}: turn in a window of its own`, 'ms', 'p95', 34],
  [`turn-${kit}`, `${kit}: turn in reading order`, 'ms', 'p95', 34],
  [`leaf-${kit}`, `${kit}: leafing without a rest`, 'ms', 'p95'],
  [`gap-turn-${kit}`, `${kit}: longest frame gap of a turn`, 'ms', 'max', 60],
  [`jump-seen-${kit}`, `${kit}: random jump, something`, 'ms', 'p95', 60],
  [`jump-${kit}`, `${kit}: random jump, crisp`, 'ms', 'p95', 150],
  [`gap-jump-${kit}`, `${kit}: longest frame gap of a jump`, 'ms', 'max', 60],
  [`gap-scroll-${kit}`, `${kit}: longest frame gap of 2 s of scrolling`, 'ms', 'max', 60],
  [`memory60-${kit}`, `${kit}: renderers after 60 turns, PSS`, 'MiB', 'max', kit === 'M' ? 350 : 450],
  [`memory600-${kit}`, `${kit}: renderers after 600 turns, PSS`, 'MiB', 'max'],
  [`flat-${kit}`, `${kit}: growth from 60 to 600 turns`, '%', 'max', FLAT],
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

/** The rows of the table. */
export const measures: readonly Measure[] = rows.map(([id, label, unit, statistic, limit]) => ({
  ...{ id, label, unit, statistic },
  ...(limit === undefined ? {} : { limit }),
}));
