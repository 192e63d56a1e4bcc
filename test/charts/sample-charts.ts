/** Pages of charts for tests: what a kit says of itself, with the words that say so. */
import type { ChartKind } from '../../main/charts/rules/chart.ts';
import type { KitCharts } from '../../preload/contract.ts';

/** As it comes over the bridge. */
export type ChartPage = KitCharts['pages'][number];

/** What is not named is not found. */
export function aPage(
  page: number,
  facts: {
    airport?: string;
    kind?: ChartKind;
    title?: string;
    number?: string;
    revised?: string;
    from?: string;
    to?: string;
    text?: ChartPage['text'];
    publisher?: string;
  } = {},
): ChartPage {
  const found = <T>(value: T | undefined, words = String(value)) =>
    value === undefined ? null : { value, words: [words] };
  return {
    page,
    text: facts.text ?? 'read',
    publisher: facts.publisher ?? null,
    airport: found(facts.airport),
    kind: found(facts.kind),
    title: found(facts.title),
    number: found(facts.number),
    revised: found(facts.revised, `Amdt 4 ${facts.revised}`),
    effective_from: found(facts.from, `Effective ${facts.from}`),
    effective_to: found(facts.to, `to ${facts.to}`),
    stamped_cycle: null,
    region: null,
    city: null,
    print_valid_to: null,
    print_expired: null,
    more: [],
  };
}

/** A sheet with these two charts side by side. */
export function aSheet(page: number, left: ChartPage, right: ChartPage): ChartPage {
  const { page: _page, text: _text, publisher: _publisher, more: _more, ...facts } = right;
  return { ...left, page, region: [0, 0, 0.5, 1], more: [{ ...facts, region: [0.5, 0, 0.5, 1] }] };
}

/** The 24 pages of the sample kit (harness/sample-pdf.ts), whose flight EGLL to KJFK leaves on 21 Nov 2026. */
export const sampleCharts: readonly ChartPage[] = [
  aPage(1, { kind: 'cover', title: 'Cover' }),
  aPage(2, { kind: 'flight_plan', title: 'Flight summary' }),
  aPage(3, {
    airport: 'EGLL',
    kind: 'airport',
    title: 'Aerodrome chart',
    from: '2026-10-29',
    to: '2026-11-26',
  }),
  aPage(4, {
    airport: 'EGLL',
    kind: 'approach',
    title: 'ILS/DME RWY 27L',
    number: '21-3',
    revised: '2026-09-04',
    from: '2026-10-29',
    to: '2026-11-26',
  }),
  aPage(5, {
    airport: 'KJFK',
    kind: 'approach',
    title: 'ILS OR LOC RWY 22L',
    from: '2026-11-26',
    to: '2026-12-24',
  }),
  aPage(6, { airport: 'EGLL', kind: 'sid', title: 'BEDEK 2J', from: '2026-10-29' }),
  aPage(7, { airport: 'KJFK', kind: 'star', title: 'PARCH THREE', from: '2026-10-01', to: '2026-10-29' }),
  aPage(8, { airport: 'KJFK', kind: 'airport', title: 'Airport diagram' }),
  aPage(9, {
    airport: 'KBOS',
    kind: 'approach',
    title: 'RNAV (GPS) RWY 33L',
    from: '2026-10-29',
    to: '2026-11-26',
  }),
  aPage(10, { kind: 'notam', title: 'NOTAM EGLL' }),
  aPage(11, { kind: 'notam', title: 'NOTAM EGLL' }),
  aPage(12, { kind: 'weather' }),
  ...Array.from({ length: 12 }, (_, index) => aPage(13 + index, index === 8 ? { text: 'none' } : {})),
];
