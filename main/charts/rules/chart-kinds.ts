/** The kinds of pages. */

/** The kinds of pages in trip kits. */
export const chartKinds = [
  'airport',
  'parking',
  'sid',
  'star',
  'approach',
  'departure',
  'arrival',
  'minimums',
  'hotspot',
  'text',
  'flight_plan',
  'notam',
  'weather',
  'cover',
  'contents',
  'other',
] as const;
export type ChartKind = (typeof chartKinds)[number];

/** Charts that a flight is flown by. */
export const flownKinds: ReadonlySet<ChartKind> = new Set<ChartKind>([
  'airport',
  'parking',
  'sid',
  'star',
  'approach',
  'departure',
  'arrival',
]);
/** Kinds drawn on one sheet and viewed as a whole; the others are read from top to bottom. */
export const wholePageKinds: ReadonlySet<ChartKind> = new Set<ChartKind>([...flownKinds, 'hotspot']);
