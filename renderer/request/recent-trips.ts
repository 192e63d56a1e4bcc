/** The trips that were requested lately, each once, to ask for the next such flight with one key. Pure. */
import type { Kit, Trip } from '../../preload/contract.ts';

const DAY_MS = 86_400_000;

/** The last `count` different trips, the newest first; two that differ in their departure only are the same. */
export function recentTrips(kits: readonly Pick<Kit, 'trip' | 'created_at'>[], count: number): Trip[] {
  const newestFirst = [...kits].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  const found = new Map<string, Trip>();
  for (const { trip } of newestFirst) {
    if (found.size === count) break;
    if (!trip) continue;
    const { departure: _, ...rest } = trip;
    const key = JSON.stringify([rest.origin, rest.destination, rest.alternates, rest.route, rest.flight]);
    if (!found.has(key)) found.set(key, trip);
  }
  return [...found.values()];
}

/** The same trip at its next time of day after `now` (ms): a flight number flies again at the same hour. */
export function nextTrip(trip: Trip, now: number): Trip {
  const departure = Date.parse(trip.departure ?? '');
  if (Number.isNaN(departure)) return trip;
  const days = Math.max(0, Math.ceil((now - departure) / DAY_MS));
  return { ...trip, departure: new Date(departure + days * DAY_MS).toISOString().replace('.000Z', 'Z') };
}
