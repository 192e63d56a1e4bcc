/** A departure in UTC, and beside it the local time of the airport that it leaves from. Pure but for the setting of the hours. */

import { zoneTime } from '../../main/trips/rules/zone-time.ts';
import type { Trip } from '../../preload/contract.ts';
import { formatLocalTime, formatUtc, formatUtcDate } from '../design/format.ts';
import type { Airport, AirportIndex } from './airport-index.ts';
import { timeWords } from './words.ts';

type Departs = Pick<Trip, 'origin' | 'departure'>;

/** What an airport is called beside its time: its city, without what stands in brackets behind it. */
function placeOf({ city, name }: Airport): string {
  return city.replace(/\s*\(.*$/, '') || name;
}

/**
 * The local time of a departure at its airport, `16:23 LT Amsterdam`; null where airport, time zone or departure is not known.
 * @param form how another day than in UTC is told: `short` `00:23 +1 LT Amsterdam`, `long` `23 Nov 2026 00:23 LT Amsterdam`
 */
export function departureLocal(
  airports: AirportIndex | null,
  trip: Departs | null | undefined,
  form: 'short' | 'long',
): string | null {
  const airport = trip?.departure ? airports?.get(trip.origin) : null;
  const local = airport?.zone ? zoneTime(Date.parse(trip?.departure ?? ''), airport.zone) : null;
  if (!airport || !local) return null;
  const time = formatLocalTime(local.minutes);
  const place = placeOf(airport);
  if (local.days === 0) return timeWords.local(time, place);
  return form === 'short'
    ? timeWords.localShift(time, local.days, place)
    : timeWords.localDate(formatUtcDate(new Date(local.day).toISOString()), time, place);
}

/** `22 Nov 2026 15:23Z (16:23 LT Amsterdam)`; UTC alone where local time is not known, null without a departure. */
export function departureText(
  airports: AirportIndex | null,
  trip: Departs | null | undefined,
): string | null {
  if (!trip?.departure) return null;
  const local = departureLocal(airports, trip, 'long');
  return local === null ? formatUtc(trip.departure) : timeWords.both(formatUtc(trip.departure), local);
}
