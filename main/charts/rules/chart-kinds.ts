/** The kinds of pages. */

/** The kinds of pages that trip kits hold. */
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

/** Charts by which a flight is flown. */
export const flownKinds: ReadonlySet<ChartKind> = new Set<ChartKind>([
  'airport',
  'parking',
  'sid',
  'star',
  'approach',
  'departure',
  'arrival',
]);
/** Those that are drawn on one sheet and looked at as a whole; the others are read from top to bottom. */
export const wholePageKinds: ReadonlySet<ChartKind> = new Set<ChartKind>([...flownKinds, 'hotspot']);
