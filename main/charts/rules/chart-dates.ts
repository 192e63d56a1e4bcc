/** What a chart's dates mean for a departure, and a chart's name. Pure. */

import type { ChartFacts, ChartPage, IsoDay } from './chart.ts';
import { type ChartKind, flownKinds } from './chart-kinds.ts';

/**
 * - `later`: takes effect after the departure
 * - `expired`: its changeover, or the page's last valid day, was before the departure
 * - `undated`: the page has none of the three dates
 * - `in_effect`: none of these is known to apply
 */
type DatesAt = 'in_effect' | 'later' | 'expired' | 'undated';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The time of day, in UTC, at which a publisher's charts take effect and expire. Ms after 0000Z */
interface Changeover {
  from_ms: number;
  to_ms: number;
}

/** The FAA's cycles change over at 0901Z (Aeronautical Chart Users' Guide). */
const FAA: Changeover = { from_ms: (9 * 60 + 1) * MINUTE_MS, to_ms: (9 * 60 + 1) * MINUTE_MS };
/** AIRAC amendments take effect at 0000Z of the day (ICAO Annex 15); the day of `valid until` is included. */
const OTHERS: Changeover = { from_ms: 0, to_ms: DAY_MS };

function changeoverOf(publisher: string | null): Changeover {
  return publisher === 'faa' ? FAA : OTHERS;
}

/**
 * The meaning of a chart's dates for a departure. If the page has no effective date, it is not effective before
 * its revision date. Only days are known, not times: a date with minutes counts from 0000Z of its day.
 *
 * @param publisher the page's publisher (`ChartPage.publisher`); it determines the time of the changeover
 * @param departure_ms ms since 1970 UTC; null: nothing to compare with, the result is `in_effect` or `undated`
 */
export function datesAt(
  { revised, effective_from, effective_to }: Pick<ChartFacts, 'revised' | 'effective_from' | 'effective_to'>,
  publisher: string | null,
  departure_ms: number | null,
): DatesAt {
  const first = effective_from ?? revised;
  if (first === null && effective_to === null) return 'undated';
  if (departure_ms === null) return 'in_effect';
  const { from_ms, to_ms } = changeoverOf(publisher);
  if (first !== null && departure_ms < timeOf(first.value) + from_ms) return 'later';
  if (effective_to !== null && departure_ms >= timeOf(effective_to.value) + to_ms) return 'expired';
  return 'in_effect';
}

/** 0000Z of a day, ms since 1970. */
function timeOf(day: IsoDay): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The charts of a page in reading order, each as if it had the page to itself. */
export function chartsOnPage(page: ChartPage): readonly ChartPage[] {
  if (page.more.length === 0) return [page];
  return [page, ...page.more.map((facts) => ({ ...page, ...facts }))].map((one) => ({ ...one, more: [] }));
}

/** The same, or one of them alone. @param part which one, from 0 */
export function chartsIn(page: ChartPage, part: number | null = null): readonly ChartPage[] {
  const charts = chartsOnPage(page);
  return part === null ? charts : charts.slice(part, part + 1);
}

/** `KDEN › ILS OR LOC RWY 16R`, or the known part of it, without a title the index number; null if nothing of it is known. */
export function chartName(chart: NamedChart): string | null {
  const words = [chart.airport?.value, chart.title?.value ?? indexNumber(chart)].filter(Boolean);
  return words.length === 0 ? null : words.join(' › ');
}

type NamedChart = Pick<ChartFacts, 'airport' | 'title'> & Partial<Pick<ChartPage, 'number' | 'publisher'>>;

/** The number that names a chart; an FAA chart's number is that of its airport. */
export function indexNumber({ number, publisher }: Partial<Pick<ChartPage, 'number' | 'publisher'>>) {
  return publisher === 'faa' ? undefined : number?.value;
}

/**
 * The name of a page: that of its chart, or of each chart of a sheet.
 *
 * @param part names one of the charts of the sheet alone, from 0
 */
export function pageName(page: ChartPage, part: number | null = null): string | null {
  return joinedNames(chartsIn(page, part).map(chartName));
}

/** `EDDM › ILS 26L / ILS 26R`: the names of a sheet's charts, their airport once; null if none is known. */
export function joinedNames(names: readonly (string | null)[]): string | null {
  const [first, ...others] = [...new Set(names.filter((name) => name !== null))];
  if (first === undefined) return null;
  const place = first.slice(0, first.indexOf(' › ') + 3);
  const rest = others.map((name) =>
    place.length > 3 && name.startsWith(place) ? name.slice(place.length) : name,
  );
  return [first, ...rest].join(' / ');
}

// Which charts have dates that a person has to check before a departure: one rule for the list, Ready to fly and the viewer. Pure.

/** A problem with a chart's dates for the departure. */
export type ChartFlag = Exclude<DatesAt, 'in_effect'>;

/** Pages that are valid for a cycle like charts, but need not have dates. The periods of NOTAMs and weather have another meaning. */
const VALID_FOR_CYCLE: ReadonlySet<ChartKind> = new Set(['minimums', 'hotspot']);

/** Whether pages of this kind count as a chart. */
export function isChart(kind: ChartKind | null): kind is ChartKind {
  return kind !== null && (flownKinds.has(kind) || VALID_FOR_CYCLE.has(kind));
}

/** The flag of a chart with these dates of its pages. One page is enough for expired or later; for undated, no page may have a date. */
export function flagOfDates(kind: ChartKind | null, pages: ReadonlySet<DatesAt>): ChartFlag | null {
  if (!isChart(kind)) return null;
  if (pages.has('expired')) return 'expired';
  if (pages.has('later')) return 'later';
  // Publishers date these charts, so one without a date has to be checked.
  return flownKinds.has(kind) && !pages.has('in_effect') ? 'undated' : null;
}

/** The flag of a chart. @param departure_ms ms since 1970 UTC; null if not known: then nothing is later or expired */
export function flagOf({ pages }: Chart, departure_ms: number | null): ChartFlag | null {
  const states = new Set(pages.map((page) => datesAt(page, page.publisher, departure_ms)));
  return flagOfDates(pages[0]?.kind?.value ?? null, states);
}

// Groups the pages of one chart.

/** A chart, and its pages in order. */
interface Chart {
  pages: readonly ChartPage[];
}

/**
 * The charts of a document: consecutive pages with the same airport, kind and title are one chart. A page
 * for which these are not known is a chart of its own.
 */
export function groupCharts(pages: readonly ChartPage[]): Chart[] {
  const charts: ChartPage[][] = [];
  let last: string | null = null;
  for (const page of pages) {
    const name = nameOf(page);
    if (name !== null && name === last) charts.at(-1)?.push(page);
    else charts.push([page]);
    last = name;
  }
  return charts.map((one) => ({ pages: one }));
}

/** Words that distinguish the pages of one chart. */
const CONTINUED = /[,\s(]*\b(?:CONT(?:INUED|INUATION|\.)?|PAGE|SHEET|PART)\b[\s.)]*[0-9]*[\s).]*$/i;

function nameOf({ publisher, airport, kind, title, number }: ChartPage): string | null {
  if (kind === null || title === null) return null;
  const words = title.value.replace(CONTINUED, '').toUpperCase();
  // A publisher that numbers each chart gives the pages of one chart the same number, except for a last digit or letter.
  const family = number?.value.replace(/(?<=[0-9][A-Z])[0-9]{1,2}$/, '') ?? '';
  return [publisher, airport?.value ?? '', kind.value, family, words].join('\n');
}
