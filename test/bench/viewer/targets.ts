import type { Measure } from './results.ts';

/** Memory may grow by so much from 60 to 600 turns and still be called flat, %. */
const FLAT = 15;

const forKit = (kit: 'M' | 'L'): Measure[] => [
  {
    id: `seen-warm-${kit}`,
    label: `${kit}: something of page 1, warm`,
    unit: 'ms',
    statistic: 'median',
    limit: 60,
  },
  {
    id: `seen-cold-${kit}`,
    label: `${kit}: something of page 1, cold`,
    unit: 'ms',
    statistic: 'median',
    limit: 60,
  },
  {
    id: `crisp-warm-${kit}`,
    label: `${kit}: page 1 crisp, warm`,
    unit: 'ms',
    statistic: 'median',
    limit: kit === 'M' ? 200 : 250,
  },
  {
    id: `crisp-cold-${kit}`,
    label: `${kit}: page 1 crisp, cold`,
    unit: 'ms',
    statistic: 'median',
    limit: 450,
  },
  {
    id: `gap-open-${kit}`,
    label: `${kit}: longest frame gap of an opening`,
    unit: 'ms',
    statistic: 'max',
    limit: 34,
  },
  { id: `turn-${kit}`, label: `${kit}: turn in reading order`, unit: 'ms', statistic: 'p95', limit: 34 },
  { id: `leaf-${kit}`, label: `${kit}: leafing without a rest`, unit: 'ms', statistic: 'p95' },
  {
    id: `gap-turn-${kit}`,
    label: `${kit}: longest frame gap of a turn`,
    unit: 'ms',
    statistic: 'max',
    limit: 60,
  },
  {
    id: `jump-seen-${kit}`,
    label: `${kit}: random jump, something`,
    unit: 'ms',
    statistic: 'p95',
    limit: 60,
  },
  { id: `jump-${kit}`, label: `${kit}: random jump, crisp`, unit: 'ms', statistic: 'p95', limit: 150 },
  {
    id: `gap-jump-${kit}`,
    label: `${kit}: longest frame gap of a jump`,
    unit: 'ms',
    statistic: 'max',
    limit: 60,
  },
  {
    id: `gap-scroll-${kit}`,
    label: `${kit}: longest frame gap of 2 s of scrolling`,
    unit: 'ms',
    statistic: 'max',
    limit: 60,
  },
  {
    id: `memory60-${kit}`,
    label: `${kit}: renderers after 60 turns, PSS`,
    unit: 'MiB',
    statistic: 'max',
    limit: kit === 'M' ? 350 : 450,
  },
  { id: `memory600-${kit}`, label: `${kit}: renderers after 600 turns, PSS`, unit: 'MiB', statistic: 'max' },
  {
    id: `flat-${kit}`,
    label: `${kit}: growth from 60 to 600 turns`,
    unit: '%',
    statistic: 'max',
    limit: FLAT,
  },
];

/** The rows of the table. */
export const measures: readonly Measure[] = [
  ...forKit('M'),
  ...forKit('L'),
  {
    id: 'find-M',
    label: 'M: last key to first hit, in the page',
    unit: 'ms',
    statistic: 'median',
    limit: 10,
  },
  { id: 'find-seen-M', label: 'M: last key to first hit, painted', unit: 'ms', statistic: 'median' },
  {
    id: 'index-M',
    label: 'M: index of 300 pages in the background',
    unit: 'ms',
    statistic: 'median',
    limit: 4000,
  },
  {
    id: 'index-dropped-M',
    label: 'M: frames over 34 ms while indexing, from the start on',
    unit: 'frames',
    statistic: 'max',
    limit: 0,
  },
  {
    id: 'start-dropped-M',
    label: 'the same start with nothing to index, as long',
    unit: 'frames',
    statistic: 'max',
  },
  { id: 'index-L', label: 'L: index of 600 pages in the background', unit: 'ms', statistic: 'median' },
  {
    id: 'late-reading',
    label: 'M: frames over 34 ms while it is read and L is indexed',
    unit: 'frames',
    statistic: 'max',
    limit: 0,
  },
  {
    id: 'late-reading-quiet',
    label: 'the same reading with nothing to index, as long',
    unit: 'frames',
    statistic: 'max',
  },
  { id: 'gap-reading', label: 'longest frame gap while L is indexed', unit: 'ms', statistic: 'max' },
  {
    id: 'stall-main',
    label: 'longest stall of the main process while L is indexed',
    unit: 'ms',
    statistic: 'max',
    limit: 50,
  },
  { id: 'stall-main-quiet', label: 'the same with nothing to index', unit: 'ms', statistic: 'max' },
  {
    id: 'crop-M',
    label: 'M: pan at 800 % of 100 k segments, wheel to crisp',
    unit: 'ms',
    statistic: 'median',
  },
  {
    id: 'crop-paint-M',
    label: 'M: the same, painting alone',
    unit: 'ms',
    statistic: 'median',
    limit: 50,
  },
  { id: 'idle-gap', label: 'longest frame gap of 2 s at rest (the machine)', unit: 'ms', statistic: 'max' },
];
