/** Decides what happens to each trip of a file, based on earlier requests. Pure. */

import { type Trip, tripLine } from '../common/trip.ts';
import { isFlightOver } from '../kits/rules/kit-facts.ts';
import { departureMs, flightKey } from '../kits/rules/same-flight.ts';
import type { FileLine } from '../trips/read-trips.ts';
import type { IntakeTrip, LineReport } from './intake-store.ts';

/** Two equal trips without a departure are the same flight within this time, ms; later ones are the next day's. */
export const UNDATED_MS = 24 * 3_600_000;

export interface PlanDeps {
  file_id: string;
  profile_id: string;
  /** Ms since 1970 UTC. */
  now: number;
  newId(): string;
  /** The newest earlier trip of a flight. */
  latest(flight_key: string): IntakeTrip | null;
  /** Trips that have not ended. */
  open(): readonly IntakeTrip[];
  /** Whether its request was sent, or may have been: then it can no longer be cancelled. */
  hasBegun(trip: IntakeTrip): boolean;
}

/** What a new kit has beside its trip: the remarks of its line, which no report and no event has, and the kit that it replaces. */
export interface KitBeside {
  remarks: string | undefined;
  replaces: string | undefined;
}

/** The trips to write (new ones, and changed old ones), and the report of the file. */
export interface TripPlan {
  trips: IntakeTrip[];
  report: LineReport[];
  /** By the ids of the new kits. */
  beside: ReadonlyMap<string, KitBeside>;
}

const UNCONFIRMED =
  'Its request may have arrived without an answer, so it is not sent again automatically. Ask the service or your scheduler.';

const OVER = 'Its departure is more than 24 hours ago, so no kit is requested. Check its date.';
const DEPARTED = 'The departure is in the past. Check its date.';

/** Decides line by line; each line takes the earlier ones into account. */
export function planTrips(lines: readonly FileLine[], deps: PlanDeps): TripPlan {
  const planner = new TripPlanner(deps);
  const report = lines.map((line) => planner.add(line));
  return { trips: planner.trips, report, beside: planner.beside };
}

/** The trips of one file, as they are written. */
class TripPlanner {
  readonly #deps: PlanDeps;
  readonly #planned = new Map<string, IntakeTrip>();
  /** The latest trip of each flight. */
  readonly #latest = new Map<string, IntakeTrip>();
  readonly beside = new Map<string, KitBeside>();

  constructor(deps: PlanDeps) {
    this.#deps = deps;
  }

  get trips(): IntakeTrip[] {
    return [...this.#planned.values()];
  }

  add(line: FileLine): LineReport {
    const place = line.sheet === undefined ? { line: line.line } : { line: line.line, sheet: line.sheet };
    if (line.state === 'not_taken') return { ...place, state: 'not_taken', text: line.text, why: line.why };
    if (line.state === 'cancelled') {
      const found = this.#cancelled(line.trip);
      if ('why' in found) return { ...place, state: 'not_taken', text: tripLine(line.trip), why: found.why };
      const { trip } = found;
      return { ...place, state: 'cancelled', trip: trip.trip, kit: trip.id, ...this.#cancel(trip) };
    }
    const { departure } = line.trip;
    const hasDeparted = (departureMs(departure) ?? Number.POSITIVE_INFINITY) < this.#deps.now;
    const notes = [...line.notes, ...(hasDeparted ? [DEPARTED] : [])].join(' ');
    const why = notes === '' ? {} : { why: notes };
    const key = keyOf(this.#deps.profile_id, line.trip);
    const earlier = this.#latestOf(key);
    const before = earlier !== null && isOver(earlier, this.#deps.now) ? null : earlier;
    if (before !== null && !differs(line.trip, before.trip)) {
      const unsure = before.state === 'unconfirmed' ? { why: UNCONFIRMED } : why;
      return { ...place, state: 'known', trip: before.trip, kit: before.id, ...unsure };
    }
    if (isFlightOver(departure, this.#deps.now))
      return { ...place, state: 'not_taken', text: tripLine(line.trip), why: OVER };
    const trip = before === null ? line.trip : merged(line.trip, before.trip);
    const requested = this.#request(line.line, trip, key);
    this.beside.set(requested.kit, { remarks: line.remarks, replaces: before?.id });
    if (before === null) return { ...place, ...requested, ...why };
    const begun = this.#cancel({ ...before, replaced_by: requested.kit });
    return { ...place, ...requested, replaces: before.id, ...(begun.why ? begun : why) };
  }

  #latestOf(key: string): IntakeTrip | null {
    return this.#latest.get(key) ?? this.#deps.latest(key);
  }

  #request(line: number, trip: Trip, flight_key: string) {
    const { file_id, profile_id, now } = this.#deps;
    const id = this.#deps.newId();
    const requested: IntakeTrip = {
      ...{ id, file_id, line, profile_id, trip, flight_key },
      state: 'waiting',
      cancel: false,
      name: null,
      replaced_by: null,
      taken_at: now,
      changed_at: now,
      result: null,
    };
    this.#planned.set(id, requested);
    this.#latest.set(flight_key, requested);
    return { state: 'requested' as const, trip, kit: id };
  }

  /** Marks a trip as cancelled if its request has not begun; otherwise explains that it is delivered anyway. */
  #cancel(trip: IntakeTrip): { why?: string } {
    const isOpen = trip.state === 'waiting' || trip.state === 'requested';
    const begun = !isOpen || this.#deps.hasBegun(trip);
    const changed = { ...trip, cancel: trip.cancel || !begun, changed_at: this.#deps.now };
    this.#planned.set(trip.id, changed);
    const latest = this.#latest.get(trip.flight_key);
    if (latest === undefined || latest.id === trip.id) this.#latest.set(trip.flight_key, changed);
    return begun ? { why: 'The earlier kit was requested already; it is delivered all the same.' } : {};
  }

  /** The trip that a line cancels, or why there is none. */
  #cancelled(trip: Trip): { trip: IntakeTrip } | { why: string } {
    const none = { why: 'This cancels a flight that no file has asked for.' };
    if (trip.departure !== undefined) {
      const found = this.#latestOf(keyOf(this.#deps.profile_id, trip));
      return found === null || found.cancel || found.state === 'cancelled' ? none : { trip: found };
    }
    const open = new Map(this.#deps.open().map((one) => [one.id, one]));
    for (const one of this.#planned.values()) open.set(one.id, one);
    const [only, more] = [...open.values()].filter(
      (one) =>
        !one.cancel &&
        (one.state === 'waiting' || one.state === 'requested') &&
        one.trip.flight === trip.flight &&
        one.trip.origin === trip.origin &&
        one.trip.destination === trip.destination,
    );
    if (only === undefined) return none;
    return more === undefined
      ? { trip: only }
      : { why: 'This cancels one of several flights, and has no date that says which.' };
  }
}

/** The key of a trip's flight; without a departure it consists of every field. */
export function keyOf(profile_id: string, trip: Trip): string {
  const { origin, destination, flight = '', alternates = [], route = '' } = trip;
  return (
    flightKey({ profile_id, trip }) ??
    JSON.stringify([profile_id, 'undated', flight, origin, destination, alternates, route])
  );
}

/** Whether the flight of an earlier trip may be requested again. */
function isOver({ state, cancel, trip, taken_at }: IntakeTrip, now: number): boolean {
  if (cancel || state === 'failed' || state === 'cancelled') return true;
  return trip.departure === undefined && taken_at + UNDATED_MS <= now;
}

const FIELDS = ['origin', 'destination', 'flight', 'departure', 'alternates', 'route'] as const;

/** Whether a file contradicts what is known of a flight; fields that are missing in the file change nothing. */
function differs(said: Trip, known: Trip): boolean {
  return FIELDS.some(
    (field) => said[field] !== undefined && JSON.stringify(said[field]) !== JSON.stringify(known[field]),
  );
}

/** Fields that are missing in the file keep their values; with another destination, no field of the route does. */
function merged(said: Trip, known: Trip): Trip {
  return said.destination === known.destination ? { ...known, ...said } : said;
}
