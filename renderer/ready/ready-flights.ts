/** What "Ready to fly" looks at. Times are ms since 1970 UTC unless they say otherwise. */

import { FLIGHT_MS } from '../../main/kits/rules/kit-facts.ts';
import { byAge, departureMs, flightKey, groupByFlight } from '../../main/kits/rules/same-flight.ts';
import type { IdentityState, Kit, Notice, Shelf, Trip } from '../../preload/contract.ts';

/** What is read and followed: as long as it is not `ready`, nothing is known of it. */
interface Followed<T> {
  status: 'loading' | 'ready' | 'failed';
  items: readonly T[];
}

/** What is asked of the machine; null where it does not say. */
export interface Machine {
  free_bytes: number | null;
  battery: { level: number; charging: boolean } | null;
}

/** That a document was to be read again, byte by byte, and what came of it. */
export interface AskedCheck {
  /** Of the document that was meant. */
  sha256: string;
  asked_at: number;
  /** Null while it runs; `failure` says why it could not be done. */
  answer: { ok: boolean; at: number; what: string } | { failure: string } | null;
}

export interface ReadyFacts {
  kits: readonly Kit[];
  /** Whether these are all kits of this laptop. */
  complete: boolean;
  notices: Followed<Notice>;
  /** How far ahead is looked, hours; null where the setting is not known. */
  hours: number | null;
  /** Whether cockpit mode is on. */
  cockpit: boolean;
  /** The notices that it holds back; null where they can't be read. */
  held: readonly Notice[] | null;
  /** Of this laptop's profiles; null before they were read. */
  shelves: readonly Shelf[] | null;
  /** By profile, as far as they are known. */
  identities: ReadonlyMap<string, IdentityState>;
  /** Null before it was asked. */
  machine: Machine | null;
  /** By kit. */
  checks: ReadonlyMap<string, AskedCheck>;
}

export const HOUR_MS = 3_600_000;
/** How far ahead is looked where the setting is not known, hours: the setting's default. */
export const USUAL_HOURS = 36;
/**
 * How long after its planned departure a flight is still one of the next, ms: it may be late. After that nobody waits for its
 * kit here any more, and it would stand in the way of the flights to come.
 */
const LATE_MS = HOUR_MS;
/** How long a kit that has neither a departure nor a document may be for one of the next flights, ms. */
const RECENT_MS = 7 * 24 * HOUR_MS;
/** How old the check of a document may be that counts, ms. */
export const FRESH_MS = 10 * 60_000;
/** How often documents are checked again while the panel is open, ms. */
export const CHECK_AGAIN_MS = 5 * 60_000;

/** One flight with what is on this laptop of it. */
export interface Flight {
  key: string;
  profile_id: string;
  trip: Trip;
  departs: number;
  /** The kits that were requested and that no newer one on this laptop replaces: the newest first, cancelled ones last. */
  kits: readonly Kit[];
  /** Its planned kits. */
  planned: readonly Kit[];
}

interface FlightsAhead {
  /** Departing within the time that is looked at, the first first. */
  next: Flight[];
  /** Departing after it, with a planned kit that falls due within it; of their other kits nothing is said. */
  later: Flight[];
  /** Left by plan, more than LATE_MS and less than FLIGHT_MS ago, the last first. */
  past: Flight[];
  /** Kits whose departure is not known: here to be read, or on their way, or failed lately. */
  unknown: Kit[];
}

function departureOf({ trip }: Kit): number | null {
  return departureMs(trip?.departure);
}

/** The flights to look at until `until`. */
export function flightsAhead(all: readonly Kit[], now: number, until: number): FlightsAhead {
  const isPlanned = (kit: Kit) => kit.state === 'planned' && departureOf(kit) !== null;
  const kits = all.filter((kit) => !isPlanned(kit));
  const flights = new Map<string, Timed>();
  const unknown: Kit[] = [];
  for (const [key, group] of groupByFlight(near(kits, now, until))) {
    const left = group.filter((kit) => !isReplaced(kit, group));
    const current = (left.length > 0 ? left : group).toSorted(newestFirst);
    const flight = asFlight(key, current, group);
    if (flight) flights.set(key, flight);
    else if (current[0] && isNamed(current[0], now)) unknown.push(current[0]);
  }
  for (const kit of all) if (isPlanned(kit)) addPlanned(flights, kit);

  const ahead: FlightsAhead = { next: [], later: [], past: [], unknown };
  for (const { all, ...flight } of flights.values()) {
    const due = flight.planned.filter((kit) => dueOf(kit) <= until);
    if (all.some((at) => at > now - LATE_MS && at <= until)) ahead.next.push(flight);
    else if (all.some((at) => at > until)) {
      if (due.length > 0) ahead.later.push({ ...flight, kits: [], planned: due });
    } else if (all.some((at) => at > now - FLIGHT_MS)) ahead.past.push(flight);
  }
  ahead.next.sort(firstFirst);
  ahead.later.sort(firstFirst);
  ahead.past.sort((a, b) => firstFirst(b, a));
  ahead.unknown.sort(newestFirst);
  return ahead;
}

/** A flight with every time of departure that is named for it: a kit may name another than the newest. */
interface Timed extends Flight {
  all: readonly number[];
}

function firstFirst(a: Flight, b: Flight): number {
  return a.departs - b.departs || (a.key < b.key ? -1 : 1);
}

function newestFirst(a: Kit, b: Kit): number {
  return Number(a.state === 'cancelled') - Number(b.state === 'cancelled') || byAge(b, a);
}

/** Leaves out what can't matter, before it is sorted into flights: a library has ten thousand kits. */
function near(kits: readonly Kit[], now: number, until: number): Kit[] {
  const DAY_MS = 24 * 3_600_000;
  const tracked = new Set<string>();
  for (const kit of kits)
    if (kit.tripkit_id !== null && departureOf(kit) === null) tracked.add(kit.tripkit_id);
  return kits.filter((kit) => {
    const at = departureOf(kit);
    if (at === null || (kit.tripkit_id !== null && tracked.has(kit.tripkit_id))) return true;
    // The kits of one flight may name different times of its day.
    return at > now - FLIGHT_MS - DAY_MS && at <= until + DAY_MS;
  });
}

/** Whether a newer kit of the flight is here to be read instead. */
function isReplaced(kit: Kit, flight: readonly Kit[]): boolean {
  const newer = kit.superseded_by;
  return newer !== null && flight.some(({ id, state }) => id === newer && state === 'ready');
}

/** Null where none of its kits says when it leaves. */
function asFlight(key: string, current: readonly Kit[], group: readonly Kit[]): Timed | null {
  const wanted = current.filter(({ state }) => state !== 'cancelled');
  const says = [wanted, current, [...group].sort(newestFirst)]
    .map((some) => some.filter((kit) => departureOf(kit) !== null))
    .find((some) => some.length > 0);
  const [first] = says ?? [];
  const departs = first ? departureOf(first) : null;
  if (!says || !first?.trip || departs === null) return null;
  const all = says.flatMap((kit) => departureOf(kit) ?? []);
  const { profile_id, trip } = first;
  return { key, profile_id, trip, departs, kits: current, planned: [], all };
}

/** When a planned kit is requested, ms since 1970 UTC. */
export function dueOf({ due_at, created_at }: Kit): number {
  return Date.parse(due_at ?? created_at);
}

/** Whether a kit without a departure is named: it is here to be read, or may be for one of the next flights. */
function isNamed(kit: Kit, now: number): boolean {
  return (kit.document !== null && kit.state !== 'cancelled') || mayBeAhead(kit, now);
}

/** Adds a planned kit to its flight, or makes a flight of it that has no other kit here. */
function addPlanned(flights: Map<string, Timed>, kit: Kit): void {
  const { id, profile_id, trip } = kit;
  const departs = departureOf(kit);
  if (trip === null || departs === null) return;
  const key = flightKey(kit) ?? id;
  const before = flights.get(key) ?? { key, profile_id, trip, departs, kits: [], planned: [], all: [] };
  flights.set(key, { ...before, planned: [...before.planned, kit], all: [...before.all, departs] });
}

/** The states of kits that come without a person. */
export const onTheirWay: ReadonlySet<Kit['state']> = new Set([
  'planned',
  'requesting',
  'generating',
  'downloading',
]);

/**
 * Whether a kit without a departure may be for one of the next flights: it is on its way; or it came, failed or was lost within
 * RECENT_MS, and nobody has opened what came. One that was opened has been seen by its pilot.
 */
export function mayBeAhead({ state, opened_at, state_since }: Kit, now: number): boolean {
  if (state === 'cancelled') return false;
  if (onTheirWay.has(state)) return true;
  const since = Date.parse(state_since);
  if (since <= now - RECENT_MS) return false;
  return state !== 'ready' || opened_at === null || Date.parse(opened_at) < since;
}
