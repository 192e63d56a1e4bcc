/** "Ready to fly": the verdict, and all that it rests on. Pure; times are ms since 1970 UTC. */

import type { Kit, Notice } from '../../preload/contract.ts';
import {
  type Check,
  check,
  checkFlight,
  checkIdentities,
  checkKnown,
  checkMachine,
  checkPlanned,
  checkSoundness,
  type Need,
  readableOf,
  verdict,
} from './ready-checks.ts';
import {
  type AskedCheck,
  dueOf,
  type Flight,
  flightsAhead,
  HOUR_MS,
  mayBeAhead,
  onTheirWay,
  type ReadyFacts,
  USUAL_HOURS,
} from './ready-flights.ts';
import { type CheckState, readyWords } from './words.ts';

/** A flight, what was checked of it, and what came out. */
export interface CheckedFlight extends Flight {
  /** The kit that can be read; null where none is here. */
  kit: Kit | null;
  checks: readonly Check[];
  state: CheckState;
}

/** A kit without a departure, and what was found of its file. */
export interface UnknownKit {
  kit: Kit;
  /** Null if it has no file. */
  check: Check | null;
  /** Not `ok` while it may be for one of the next flights, or its file is not known to be sound. */
  state: CheckState;
}

export interface Readiness {
  /** Green (`ok`) only if nothing at all is wrong. */
  state: CheckState;
  hours: number;
  /** The end of the time that is looked at. */
  until: number;
  /** Every flight that departs within it, the first first. */
  flights: readonly CheckedFlight[];
  /** Later ones, of which a planned kit falls due within it. */
  later: readonly CheckedFlight[];
  /** Those that have left by plan; they count for nothing. */
  past: readonly Flight[];
  /** Kits whose departure is not known. */
  unknown: readonly UnknownKit[];
  /** The laptop as a whole. */
  laptop: readonly Check[];
}

/** Notices that are not about a flight: the certificate has its own line, and the others do not prevent reading. */
const OF_NO_FLIGHT = /^(expiry:|update|link:|profile-file|crash:|resumed|retention)/;

/** The answer to "may I close the lid?" at `now`. */
export function readiness(facts: ReadyFacts, now: number): Readiness {
  const { kits, notices, checks, identities, machine, cockpit } = facts;
  const hours = facts.hours ?? USUAL_HOURS;
  const until = now + hours * HOUR_MS;
  const { next, later, past, unknown: undated } = flightsAhead(kits, now, until);
  const unknown = undated.map((kit) => checkUnknown(kit, checks.get(kit.id), now));
  const flights = next.map((flight): CheckedFlight => {
    const found = checkFlight(flight, facts, now);
    return { ...flight, kit: readableOf(flight), checks: found, state: verdict(found) };
  });
  const planned = later.map((flight): CheckedFlight => {
    const found = flight.planned.map((kit) => checkPlanned(kit, false, cockpit, now));
    return { ...flight, kit: null, checks: found, state: verdict(found) };
  });
  const counted = new Set([...next.flatMap((flight) => flight.kits), ...undated].map(({ id }) => id));
  const laptop = [
    ...checkKnown(facts),
    ...notices.items.filter((notice) => concerns(notice, counted)).map(checkNotice),
    ...(facts.held ?? []).filter((notice) => concerns(notice, counted)).map(checkHeld),
    ...checkIdentities(needsOf([...next, ...later], undated, until), identities, machine, now),
    ...checkMachine(machine),
  ];
  const state = verdict([...flights, ...planned, ...laptop, ...unknown]);
  return { state, hours, until, flights, later: planned, past, unknown, laptop };
}

function checkUnknown(kit: Kit, asked: AskedCheck | undefined, now: number): UnknownKit {
  const found = kit.document ? checkSoundness(kit, asked, now) : null;
  const doubts = mayBeAhead(kit, now) ? [{ state: 'warn' as const }] : [];
  return { kit, check: found, state: verdict([...doubts, ...(found ? [found] : [])]) };
}

function checkNotice({ id, message }: Notice): Check {
  return check('notice', 'warn', 'told', message, id);
}

/** One that waits for the end of cockpit mode; until then it can't be dismissed. */
function checkHeld({ message }: Notice): Check {
  return check('notice', 'warn', 'held', readyWords.heldNotice(message));
}

/** Whether a notice is about one of these kits, or about the laptop as a whole. */
function concerns({ id, severity, kit }: Notice, kits: ReadonlySet<string>): boolean {
  if (severity === 'info') return false;
  const about = kit?.kit_id ?? /^document:(.+)$/.exec(id)?.[1];
  return about === undefined ? !OF_NO_FLIGHT.test(id) : kits.has(about);
}

/** What is still to be fetched with a certificate, and until when. A shelf needs none. */
function needsOf(flights: readonly Flight[], unknown: readonly Kit[], until: number): Need[] {
  const ofFlights = flights.flatMap(({ profile_id, departs, kits, planned }) => {
    const [newest] = kits;
    const awaited = newest && !newest.shelf && newest.state !== 'ready' && newest.state !== 'cancelled';
    const last = Math.max(departs, ...planned.map(dueOf));
    return awaited || planned.length > 0 ? [{ profile_id, until: last }] : [];
  });
  const ofKits = unknown
    .filter(({ state, shelf }) => !shelf && onTheirWay.has(state))
    .map(({ profile_id }) => ({ profile_id, until }));
  return [...ofFlights, ...ofKits];
}
