/** What is known of a chart: each fact with the words that say so. */

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

/** A fact, and the words on the page (or of the document's outline) that say so. */
export interface Found<T> {
  value: T;
  words: readonly string[];
}

/** A day of the calendar, `YYYY-MM-DD`, as it is printed. */
export type IsoDay = string;

/** What a page says about itself; null is "not found", and never a guess. */
export interface ChartFacts {
  /** ICAO location indicator of the one airport that the page is about. */
  airport: Found<string> | null;
  kind: Found<ChartKind> | null;
  title: Found<string> | null;
  /** The publisher's own index number, as it is printed. */
  number: Found<string> | null;
  /** The date of the procedure's amendment, else of the chart's edition. */
  revised: Found<IsoDay> | null;
  effective_from: Found<IsoDay> | null;
  /** The day of the changeover, or the last day that the page names itself. */
  effective_to: Found<IsoDay> | null;
}

/** Whether the page has text to be read: `refused` where it is more, or other, than a page can sensibly have. */
export type TextState = 'read' | 'none' | 'refused';

/** One page of a document. */
export interface ChartPage extends ChartFacts {
  /** From 1. */
  page: number;
  text: TextState;
  /** Whose conventions the page follows; null where none was recognised. */
  publisher: string | null;
}

export const nothingFound: ChartFacts = {
  airport: null,
  kind: null,
  title: null,
  number: null,
  revised: null,
  effective_from: null,
  effective_to: null,
};
