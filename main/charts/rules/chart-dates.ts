/** What a chart's dates mean for a departure, and a chart's name. Pure. */
import type { ChartFacts, IsoDay } from './chart.ts';

/**
 * - `later`: takes effect after the departure
 * - `expired`: its changeover, or the page's last valid day, was before the departure
 * - `undated`: the page has none of the three dates
 * - `in_effect`: none of these is known to apply
 */
export type DatesAt = 'in_effect' | 'later' | 'expired' | 'undated';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The time of day, in UTC, at which a publisher's charts take effect and expire. Ms after 0000Z */
interface Changeover {
  from_ms: number;
  to_ms: number;
}

/** The FAA's cycles change over at 0901Z (Aeronautical Chart Users' Guide). */
const FAA: Changeover = { from_ms: (9 * 60 + 1) * MINUTE_MS, to_ms: (9 * 60 + 1) * MINUTE_MS };
/** As printed in the margin of each chart: `After 21 Jan 2021, 0000Z, this chart may no longer be valid`. */
const JEPPESEN: Changeover = { from_ms: 0, to_ms: 0 };
/** AIRAC amendments take effect at 0000Z of the day (ICAO Annex 15); the day of `valid until` is included. */
const OTHERS: Changeover = { from_ms: 0, to_ms: DAY_MS };

function changeoverOf(publisher: string | null): Changeover {
  if (publisher === 'faa') return FAA;
  return publisher === 'jeppesen' ? JEPPESEN : OTHERS;
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

/** `KDEN › ILS OR LOC RWY 16R`, or the known part of it; null if neither airport nor title is known. */
export function chartName({ airport, title }: Pick<ChartFacts, 'airport' | 'title'>): string | null {
  const words = [airport?.value, title?.value].filter((word) => word !== undefined);
  return words.length === 0 ? null : words.join(' › ');
}
