/** Which kits a newer one of the same flight replaces: derived at every look and never stored, so that it can't be stale. */
import type { KitRecord } from '../library/kit-record.ts';

/** What supersession looks at. */
export type SupersessionKit = Pick<
  KitRecord,
  'id' | 'profile_id' | 'tripkit_id' | 'trip' | 'state' | 'created_at'
>;

/**
 * Each superseded kit and the kit to open instead: the newest ready one of its flight, where it is newer. A superseded
 * kit stays readable; it is never the one that opens by default. A newer kit that is not ready supersedes nothing.
 *
 * The same flight is:
 * - same profile, flight id, origin and day of departure (UTC). The origin counts because one flight id may cover
 *   several legs of a day, and hiding a leg's kit behind another's would be the worse mistake
 * - without a flight id: same profile, origin, destination and time of departure
 * - where the trip is not known (tracked) or has no departure: same profile and tripkit_id
 *
 * @returns older id → newest ready id; the values are never keys
 */
export function supersessions(kits: Iterable<SupersessionKit>): Map<string, string> {
  const superseded = new Map<string, string>();
  for (const flight of groupByFlight([...kits])) {
    if (flight.length < 2) continue;
    const newest = flight
      .filter((kit) => kit.state === 'ready')
      .sort(byAge)
      .at(-1);
    if (newest === undefined) continue;
    for (const kit of flight) if (byAge(kit, newest) < 0) superseded.set(kit.id, newest.id);
  }
  return superseded;
}

/** The order of age: by when a kit was asked for, whatever finished first; the id decides between those of one moment. */
export function byAge(a: SupersessionKit, b: SupersessionKit): number {
  if (a.created_at !== b.created_at) return a.created_at - b.created_at;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** A trip's departure, ms since 1970 UTC; null where there is none, or none that can be read. */
export function departureMs(departure: string | undefined): number | null {
  const at = Date.parse(departure ?? '');
  return Number.isNaN(at) ? null : at;
}

function groupByFlight(kits: readonly SupersessionKit[]): Iterable<SupersessionKit[]> {
  // A tracked kit belongs to the flight of the kit that was requested under the same tripkit_id, the newest if several.
  const newestOfId = new Map<string, { kit: SupersessionKit; flight: string }>();
  for (const kit of kits) {
    const { flight, id } = keysOf(kit);
    if (flight === null || id === null) continue;
    const known = newestOfId.get(id);
    if (!known || byAge(known.kit, kit) < 0) newestOfId.set(id, { kit, flight });
  }
  return Map.groupBy(kits, (kit) => {
    const { flight, id } = keysOf(kit);
    return flight ?? (id === null ? kit.id : (newestOfId.get(id)?.flight ?? id));
  }).values();
}

/** Worked out once for each version of a kit: all kits are asked for at every change of one. */
const keys = new WeakMap<SupersessionKit, { flight: string | null; id: string | null }>();

function keysOf(kit: SupersessionKit): { flight: string | null; id: string | null } {
  const known = keys.get(kit);
  if (known) return known;
  const found = { flight: flightKey(kit), id: idKey(kit) };
  keys.set(kit, found);
  return found;
}

function flightKey({ profile_id, trip }: SupersessionKit): string | null {
  const at = departureMs(trip?.departure);
  if (trip === null || at === null) return null;
  const flight = letters(trip.flight ?? '');
  const origin = letters(trip.origin);
  return flight === ''
    ? JSON.stringify([profile_id, 'route', origin, letters(trip.destination), at])
    : JSON.stringify([profile_id, 'flight', flight, origin, new Date(at).toISOString().slice(0, 10)]);
}

function idKey({ profile_id, tripkit_id }: SupersessionKit): string | null {
  return tripkit_id === null ? null : JSON.stringify([profile_id, 'tripkit_id', tripkit_id]);
}

function letters(text: string): string {
  return text.trim().toUpperCase();
}
