import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { zoneTime } from '../../main/trips/rules/zone-time.ts';
import type { Trip } from '../../preload/contract.ts';
import { useAppearance } from '../design/appearance.ts';
import { formatLocalTime, formatUtc, formatUtcDate } from '../design/format.ts';
import { whenIdle } from '../design/timing.ts';
import { type Airport, AirportIndex } from './airport-index.ts';
import address from './airports.txt?url';
import { timeWords } from './words.ts';

/** How long reading the list may take, ms; it is a file of the app itself. */
const TIMEOUT_MS = 5_000;
/** How long the reading waits for the window to be idle, ms: the list of kits asks for it at the start. */
const LATEST_MS = 1_000;

let reading: Promise<void> | null = null;
const airportsStore = createStore<AirportIndex | null>()(() => null);

async function readAirports(): Promise<void> {
  await whenIdle(LATEST_MS);
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the list of airports answered with ${response.status}`);
  airportsStore.setState(new AirportIndex(await response.text()), true);
}

/**
 * Names and time zones of airports, read once; null until they are there, and where they can't be read: codes are typed
 * without, and times are in UTC alone. The next component that asks tries again.
 */
export function useAirports(): AirportIndex | null {
  useEffect(() => {
    if (reading) return;
    reading = readAirports().catch(() => {
      reading = null;
    });
  }, []);
  return useStore(airportsStore);
}

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

/** {@link departureText} for a component: written again when the airports are there, and when the setting of the hours changes. */
export function useDepartureText(): (trip: Parameters<typeof departureText>[1]) => string | null {
  const airports = useAirports();
  useAppearance();
  return (trip) => departureText(airports, trip);
}
