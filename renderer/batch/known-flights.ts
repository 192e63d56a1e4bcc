/**
 * Which flights of a file are here already: against the kits of the library, the planned ones too. What was taken from the file
 * before has left its kits, so there is no list of past files to keep. Pure.
 */

import { departureMs, flightKey } from '../../main/kits/rules/same-flight.ts';
import type { RowFacts } from '../../main/trips/rules/read-flights.ts';
import type { Kit, Trip, TripField } from '../../preload/contract.ts';

/** `same`: a kit for this very trip is here. `changed`: one for the flight is, as it was before. */
export type Standing = 'new' | 'changed' | 'cancelled' | 'same';

/** A flight that is here. */
export interface KnownFlight {
  trip: Trip;
  kit: Kit;
}

export interface RowStanding {
  standing: Standing;
  /** The kits of the flight, the newest first; none for a new one. */
  known: readonly KnownFlight[];
  /** Of a changed flight: what differs from the newest of them. */
  differs: readonly TripField[];
}

const DAY_MS = 86_400_000;
/** Kits that count for their flight: failed and cancelled ones don't. */
const ENDED = new Set<Kit['state']>(['failed', 'cancelled']);

/** The flights that are here for a profile. */
export function knownFlights(kits: readonly Kit[], profileId: string): KnownFlight[] {
  return kits
    .flatMap((kit) =>
      kit.profile_id === profileId && kit.trip && !ENDED.has(kit.state) && kit.superseded_by === null
        ? [{ trip: kit.trip, kit }]
        : [],
    )
    .sort(({ kit: a }, { kit: b }) =>
      a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0,
    );
}

/**
 * Compares each trip with the kits. A trip without a departure names no flight, and is new. One flight is, in this order:
 * - the same by the rule of both ends (same-flight.ts)
 * - the same airports, minute of departure and figures of the flight id: `KL1007` and `KLM1007`
 * - where the file itself says that it changed or cancels it: the nearest one of this flight id and airports within a day, which no
 *   other trip is
 *
 * @param facts of each trip, what its file says
 */
export function standingsOf(
  trips: readonly Trip[],
  facts: readonly RowFacts[],
  known: readonly KnownFlight[],
): RowStanding[] {
  const byKey = new Map<string, KnownFlight[]>();
  for (const flight of known)
    for (const key of keysOf(flight.trip)) byKey.set(key, [...(byKey.get(key) ?? []), flight]);
  const found = trips.map((trip) => {
    const all = keysOf(trip).flatMap((key) => byKey.get(key) ?? []);
    return [...new Set(all)];
  });
  const taken = new Set(found.flat());
  return trips.map((trip, index) => {
    const said = facts[index]?.said ?? 'new';
    const here = found[index] ?? [];
    const moved = here.length === 0 && said !== 'new' ? movedOf(trip, known, taken) : null;
    const all = moved ? [moved] : here;
    if (said === 'cancelled') return { standing: 'cancelled', known: all, differs: [] };
    const [newest] = all;
    if (!newest) return { standing: 'new', known: [], differs: [] };
    if (all.some((flight) => differencesOf(trip, flight.trip).length === 0))
      return { standing: 'same', known: all, differs: [] };
    return { standing: 'changed', known: all, differs: differencesOf(trip, newest.trip) };
  });
}

/**
 * Flights that are here, are still to depart within the time that the trips span, and are none of them. Only where the trips hold
 * another one that is here: else the file is the first of its source.
 */
export function missingFlights(
  trips: readonly Trip[],
  standings: readonly RowStanding[],
  known: readonly KnownFlight[],
  now: number,
): KnownFlight[] {
  const matched = new Set(standings.flatMap((row) => row.known));
  const times = trips.flatMap(({ departure }) => departureMs(departure) ?? []);
  if (matched.size === 0 || times.length === 0) return [];
  const from = times.reduce((a, b) => Math.min(a, b));
  const to = times.reduce((a, b) => Math.max(a, b));
  return known
    .filter((flight) => {
      const at = departureMs(flight.trip.departure);
      return !matched.has(flight) && at !== null && at >= now && at >= from && at <= to;
    })
    .sort((a, b) => (departureMs(a.trip.departure) ?? 0) - (departureMs(b.trip.departure) ?? 0));
}

const letters = (text: string | undefined) => (text ?? '').trim().toUpperCase();
const figures = (flight: string | undefined) => /([1-9]\d*[A-Z]{0,2})$/.exec(letters(flight))?.[1] ?? null;

function keysOf(trip: Trip): string[] {
  const key = flightKey({ profile_id: '', trip });
  const at = departureMs(trip.departure);
  const number = figures(trip.flight);
  if (key === null) return [];
  if (at === null || number === null) return [key];
  const minute = Math.floor(at / 60_000);
  return [key, JSON.stringify(['figures', number, letters(trip.origin), letters(trip.destination), minute])];
}

function movedOf(
  trip: Trip,
  known: readonly KnownFlight[],
  taken: ReadonlySet<KnownFlight>,
): KnownFlight | null {
  const at = departureMs(trip.departure);
  if (at === null || letters(trip.flight) === '') return null;
  const near = known.flatMap((flight) => {
    const other = departureMs(flight.trip.departure);
    const isOne =
      !taken.has(flight) &&
      letters(flight.trip.flight) === letters(trip.flight) &&
      letters(flight.trip.origin) === letters(trip.origin) &&
      letters(flight.trip.destination) === letters(trip.destination);
    return isOne && other !== null && Math.abs(other - at) < DAY_MS
      ? [{ flight, off: Math.abs(other - at) }]
      : [];
  });
  return near.sort((a, b) => a.off - b.off)[0]?.flight ?? null;
}

/** What a trip says otherwise than the one that is here. What it doesn't say, a roster's route for one, differs in nothing. */
function differencesOf(trip: Trip, here: Trip): TripField[] {
  const fields: TripField[] = [];
  if (letters(trip.origin) !== letters(here.origin)) fields.push('origin');
  if (letters(trip.destination) !== letters(here.destination)) fields.push('destination');
  const list = (codes: readonly string[] | undefined) => (codes ?? []).map(letters).join(' ');
  if (trip.alternates && list(trip.alternates) !== list(here.alternates)) fields.push('alternates');
  const route = (text: string | undefined) => letters(text).replace(/\s+/g, ' ');
  if (trip.route && route(trip.route) !== route(here.route)) fields.push('route');
  const minute = ({ departure }: Trip) => Math.floor((departureMs(departure) ?? 0) / 60_000);
  if (minute(trip) !== minute(here)) fields.push('departure');
  return fields;
}
