/** Words of charts in an open kit: their kinds, dates, the filter of the panels, and the strip of pins. */
import type { ChartKind } from '../../main/charts/rules/chart.ts';
import { plural } from '../design/words.ts';

/** Kinds as a person filters by them, in the order in which they are used on a flight. */
export const chartGroups = [
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
] as const;
export type ChartGroup = (typeof chartGroups)[number];

export const chartWords = {
  kinds: {
    airport: 'Airport chart',
    parking: 'Parking',
    sid: 'SID',
    star: 'STAR',
    approach: 'Approach',
    departure: 'Departure',
    arrival: 'Arrival',
    minimums: 'Minimums',
    hotspot: 'Hot spots',
    text: 'Text',
    flight_plan: 'Flight plan',
    notam: 'NOTAM',
    weather: 'Weather',
    cover: 'Cover',
    contents: 'Contents',
    other: 'Other',
  } satisfies Record<ChartKind, string>,
  groups: {
    airport: 'Airport',
    sid: 'SID',
    star: 'STAR',
    approach: 'APP',
    minimums: 'Minimums',
    text: 'Text',
    flight_plan: 'Flight plan',
    notam: 'NOTAM',
    weather: 'Weather',
    other: 'Other',
  } satisfies Record<ChartGroup, string>,
  /** Where its airport is not known, in the list of charts. */
  noAirport: 'Other pages',
  /** A chart of a sheet without an index number, before its dates. */
  unnumbered: 'other chart',
  page: (page: number) => `Page ${page}`,
  pageBefore: 'page',
  of: (count: number) => `of ${count}`,
  /** The page of the document, short. */
  at: (page: number, count: number) => `${page}/${count}`,
  spoken: (name: string, page: number, count: number) => `${name}, page ${page} of ${count}`,
  named: (name: string, page: number) => `${name} (page ${page})`,
  revised: (day: string) => `revised ${day}`,
  effective: {
    /** Left out where there is little room; "until" stays. */
    word: 'effective ',
    from: (day: string) => `effective ${day}`,
    to: (day: string) => `effective until ${day}`,
    both: (from: string, to: string) => `effective ${from} – ${to}`,
  },
  flags: {
    later: 'After departure',
    expired: 'Expired',
    undated: 'No date',
  },
  /** The whole of it, for tips and those who hear it. */
  flagWords: {
    later: 'Effective only after your departure',
    expired: 'Expired before your departure',
    undated: 'No date found on this chart',
  },
  details: {
    open: 'About this chart',
    title: 'About this chart',
    kind: 'Kind',
    airport: 'Airport',
    name: 'Title',
    number: 'Number',
    pages: 'Pages',
    revised: 'Revised',
    effectiveFrom: 'Effective from',
    effectiveTo: 'Effective to',
    notFound: 'Not found on the page',
    printed: (words: string) => `Printed: “${words}”`,
    /** The page of the chart that says it, where that is another one. */
    onPage: (page: number) => `on page ${page}`,
    none: 'This page has text, but nothing on it says which chart it is.',
    noText: 'This page has no text to read, so its name and dates are not known. Look at the page.',
    waiting: 'The charts of this kit are still being read.',
    failed: 'The charts of this kit could not be read. Look at the pages for names and dates.',
    check: 'Read from the text of the page. The page itself is what counts.',
  },
  filter: {
    label: 'Filter charts and pages',
    placeholder: 'ILS 27L, airport, word',
    kinds: 'Kinds of charts',
    all: 'All',
    flagged: 'Dates',
    flaggedLabel: 'Charts with dates to look at',
    found: (count: number) => plural(count, 'chart or heading', 'charts or headings'),
    foundPages: (count: number) => plural(count, 'page', 'pages'),
    none: 'Nothing in this kit matches.',
    clear: 'Clear the filter',
    list: 'Charts and headings found',
  },
  strip: {
    label: 'Pinned charts',
    go: (name: string, page: number) => `${name}, page ${page}`,
    /** How a pin is moved, for its tip. */
    move: 'Drag to move',
    moved: (name: string, place: number, count: number) => `${name}: moved to place ${place} of ${count}`,
    flightOrder: 'Order of the flight',
    inFlightOrder: 'The pinned charts are in the order of the flight again',
  },
  commands: {
    details: 'About this chart',
    pinned: (place: number) => `Pinned chart ${place}`,
    pinEarlier: 'Move pin left',
    pinLater: 'Move pin right',
    flightOrder: 'Pinned charts in the order of the flight',
  },
} as const;
