/** What is to be done about the trips of a file, by what was requested before. Pure. */

import type { Trip } from '../common/trip.ts';
import { flightKey } from '../kits/rules/same-flight.ts';
import type { IntakeTrip, LineReport } from './intake-store.ts';
import type { FileLine } from './trips-of-file.ts';

/** How long the same trip without a departure counts as the same, ms: nothing else tells it from the next day's. */
export const UNDATED_MS = 24 * 3_600_000;

export interface PlanDeps {
  file_id: string;
  profile_id: string;
  /** Ms since 1970 UTC. */
  now: number;
  newId(): string;
  /** The newest trip of a flight that came before. */
  latest(flight_key: string): IntakeTrip | null;
  /** Trips that are not at an end. */
  open(): readonly IntakeTrip[];
  /** Whether its request has been sent, or may have been: then it is no longer cancelled. */
  hasBegun(trip: IntakeTrip): boolean;
}

/** The trips to write down (new ones, and old ones with what changes), and the report of the file. */
export interface TripPlan {
  trips: IntakeTrip[];
  report: LineReport[];
}

/** Decides line by line; later lines know of earlier ones. */
export function planTrips(lines: readonly FileLine[], deps: PlanDeps): TripPlan {
  const planned = new Map<string, IntakeTrip>();
  const latestPlanned = new Map<string, IntakeTrip>();
  const put = (trip: IntakeTrip) => {
    planned.set(trip.id, trip);
    if (latestPlanned.get(trip.flight_key)?.id === trip.id || !latestPlanned.has(trip.flight_key))
      latestPlanned.set(trip.flight_key, trip);
  };
  const latest = (key: string) => latestPlanned.get(key) ?? deps.latest(key);
  const report = lines.map((line): LineReport => {
    const place = line.sheet === undefined ? { line: line.line } : { line: line.line, sheet: line.sheet };
    if (line.state === 'not_taken') return { ...place, state: 'not_taken', text: line.text, why: line.why };
    const notes = line.notes.join(' ');
    const why = notes === '' ? {} : { why: notes };
    if (line.state === 'cancelled') {
      const found = cancelled(line.trip);
      if ('why' in found) return { ...place, state: 'not_taken', text: textOf(line.trip), why: found.why };
      return {
        ...place,
        state: 'cancelled',
        trip: found.trip.trip,
        kit: found.trip.id,
        ...cancel(found.trip),
      };
    }
    const key = keyOf(deps.profile_id, line.trip);
    const before = latest(key);
    if (before === null || isOver(before, deps.now))
      return { ...place, ...request(line, line.trip, key), ...why };
    if (!differs(line.trip, before.trip)) {
      const unsure =
        before.state === 'unconfirmed'
          ? {
              why: 'Its request may have arrived without an answer, so it is not sent again automatically. Ask the service or your scheduler.',
            }
          : why;
      return { ...place, state: 'known', trip: before.trip, kit: before.id, ...unsure };
    }
    const trip = merged(line.trip, before.trip);
    const requested = request(line, trip, key);
    const begun = cancel({ ...before, replaced_by: requested.kit });
    return { ...place, ...requested, replaces: before.id, ...(begun.why ? begun : why) };
  });
  return { trips: [...planned.values()], report };

  function request({ line }: FileLine, trip: Trip, flight_key: string) {
    const id = deps.newId();
    const at = deps.now;
    const { file_id, profile_id } = deps;
    latestPlanned.delete(flight_key);
    put({
      id,
      file_id,
      line,
      profile_id,
      trip,
      flight_key,
      state: 'waiting',
      cancel: false,
      name: null,
      replaced_by: null,
      taken_at: at,
      changed_at: at,
      result: null,
    });
    return { state: 'requested' as const, trip, kit: id };
  }

  /** Marks a trip as cancelled where its request has not begun; else says that it is delivered all the same. */
  function cancel(trip: IntakeTrip): { why?: string } {
    const isOpen = trip.state === 'waiting' || trip.state === 'requested';
    const begun = !isOpen || deps.hasBegun(trip);
    const changed = { ...trip, cancel: trip.cancel || !begun, changed_at: deps.now };
    planned.set(trip.id, changed);
    if (latestPlanned.get(trip.flight_key)?.id === trip.id) latestPlanned.set(trip.flight_key, changed);
    else if (!latestPlanned.has(trip.flight_key)) latestPlanned.set(trip.flight_key, changed);
    return begun ? { why: 'The earlier kit was requested already; it is delivered all the same.' } : {};
  }

  function cancelled(trip: Trip): { trip: IntakeTrip } | { why: string } {
    const none = { why: 'This cancels a flight that no file has asked for.' };
    if (trip.departure !== undefined) {
      const found = latest(keyOf(deps.profile_id, trip));
      return found === null || found.cancel || found.state === 'cancelled' ? none : { trip: found };
    }
    const open = new Map(deps.open().map((one) => [one.id, one]));
    for (const one of planned.values()) open.set(one.id, one);
    const meant = [...open.values()].filter(
      (one) =>
        !one.cancel &&
        (one.state === 'waiting' || one.state === 'requested') &&
        one.trip.flight === trip.flight &&
        one.trip.origin === trip.origin &&
        one.trip.destination === trip.destination,
    );
    const [only, more] = meant;
    if (only === undefined) return none;
    return more === undefined
      ? { trip: only }
      : { why: 'This cancels one of several flights, and has no date that says which.' };
  }
}

/** What tells the flight of a trip from others; without a departure, every field does. */
export function keyOf(profile_id: string, trip: Trip): string {
  const { origin, destination, flight = '', alternates = [], route = '' } = trip;
  return (
    flightKey({ profile_id, trip }) ??
    JSON.stringify([profile_id, 'undated', flight, origin, destination, alternates, route])
  );
}

/** Whether a trip that came before no longer stands in the way of requesting its flight again. */
function isOver({ state, cancel, trip, taken_at }: IntakeTrip, now: number): boolean {
  if (cancel || state === 'failed' || state === 'cancelled') return true;
  return trip.departure === undefined && taken_at + UNDATED_MS <= now;
}

const FIELDS = ['origin', 'destination', 'flight', 'departure', 'alternates', 'route'] as const;

/** Whether a file says something else of a flight than is known; what it doesn't say changes nothing. */
function differs(said: Trip, known: Trip): boolean {
  return FIELDS.some(
    (field) => said[field] !== undefined && JSON.stringify(said[field]) !== JSON.stringify(known[field]),
  );
}

/** What a file doesn't say of a flight stays; to another destination, nothing of the way does. */
function merged(said: Trip, known: Trip): Trip {
  return said.destination === known.destination ? { ...known, ...said } : said;
}

function textOf({ flight, origin, destination, departure }: Trip): string {
  return [flight, `${origin}-${destination}`, departure].filter(Boolean).join(' ');
}
