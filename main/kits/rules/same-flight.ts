/**
 * Which kits are for the same flight, and which of two is newer: the rule of main process and page. It is separate from the
 * schemas, so the page can use it without zod.
 */

/** What the rule needs; `created_at` is ms since 1970, or ISO 8601 to the millisecond, whose texts sort like times. */
interface FlightKit {
  id: string;
  profile_id: string;
  tripkit_id: string | null;
  trip: FlightTrip | null;
  created_at: number | string;
}
interface FlightTrip {
  origin: string;
  destination: string;
  flight?: string | undefined;
  departure?: string | undefined;
}

/** Orders kits by when they were requested, whichever finished first; kits of one moment by id. */
export function byAge(a: FlightKit, b: FlightKit): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** A trip's departure, ms since 1970 UTC; null if there is none, or none that can be read. */
export function departureMs(departure: string | undefined): number | null {
  const at = Date.parse(departure ?? '');
  return Number.isNaN(at) ? null : at;
}

/**
 * Kits by flight. The same flight is:
 * - same profile, flight id, origin and day of departure (UTC). The origin counts because one flight id may cover
 *   several legs of a day, and hiding a leg's kit behind another's would be the worse mistake
 * - without a flight id: same profile, origin, destination and time of departure
 * - where the trip is not known (tracked) or has no departure: same profile and tripkit_id
 */
export function groupByFlight<K extends FlightKit>(kits: readonly K[]): Map<string, K[]> {
  // A tracked kit belongs to the flight of the kit that was requested under the same tripkit_id, the newest if several.
  const newestOfId = new Map<string, { kit: K; flight: string }>();
  for (const kit of kits) {
    const { flight, id } = keysOf(kit);
    if (flight === null || id === null) continue;
    const known = newestOfId.get(id);
    if (!known || byAge(known.kit, kit) < 0) newestOfId.set(id, { kit, flight });
  }
  return Map.groupBy(kits, (kit) => {
    const { flight, id } = keysOf(kit);
    return flight ?? (id === null ? kit.id : (newestOfId.get(id)?.flight ?? id));
  });
}

/** Computed once for each version of a kit: a change of one kit asks for the keys of all. */
const keys = new WeakMap<FlightKit, { flight: string | null; id: string | null }>();

function keysOf(kit: FlightKit): { flight: string | null; id: string | null } {
  const known = keys.get(kit);
  if (known) return known;
  const found = { flight: flightKey(kit), id: idKey(kit) };
  keys.set(kit, found);
  return found;
}

/** Identifies a flight: the same text for the same flight; null if its departure is not known. */
export function flightKey({ profile_id, trip }: Pick<FlightKit, 'profile_id' | 'trip'>): string | null {
  const at = departureMs(trip?.departure);
  if (trip === null || at === null) return null;
  const flight = letters(trip.flight ?? '');
  const origin = letters(trip.origin);
  return flight === ''
    ? JSON.stringify([profile_id, 'route', origin, letters(trip.destination), at])
    : JSON.stringify([profile_id, 'flight', flight, origin, new Date(at).toISOString().slice(0, 10)]);
}

function idKey({ profile_id, tripkit_id }: FlightKit): string | null {
  return tripkit_id === null ? null : JSON.stringify([profile_id, 'tripkit_id', tripkit_id]);
}

function letters(text: string): string {
  return text.trim().toUpperCase();
}
