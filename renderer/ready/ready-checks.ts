/** What must be right before a flight, one line each. Pure; times are ms since 1970 UTC. */

import { needsReading } from '../../main/kits/rules/kit-facts.ts';
import { shelfStanding } from '../../main/shelf/rules/shelf-standing.ts';
import type { IdentityState, Kit, Shelf } from '../../preload/contract.ts';
import { formatUtc } from '../design/format.ts';
import { kitAirac, stampWords } from '../kits/airac.ts';
import { chartDateKinds, summarizeChanges } from '../kits/change-words.ts';
import { waitSentence } from '../kits/kit-words.ts';
import { withdrawal } from '../kits/soundness-words.ts';
import { stateWords } from '../kits/words.ts';
import {
  type AskedCheck,
  dueOf,
  type Flight,
  FRESH_MS,
  type Machine,
  type ReadyFacts,
  USUAL_HOURS,
} from './ready-flights.ts';
import { type CheckName, type CheckState, readyWords } from './words.ts';

export interface Check {
  name: CheckName;
  state: CheckState;
  /** What was found: with the name, which of the sentences of `readyWords.checks`. */
  says: string;
  /** The sentence. */
  text: string;
  /** Tells it from others of its name: the planned kit, the notice, or the profile that it is about. */
  about?: string;
}

/** Below it a kit may not fit any more, bytes. */
const LOW_DISK = 1024 ** 3;
/** Share below which a battery that is not charging may not last a flight. */
const LOW_BATTERY = 0.3;
const EMPTY_BATTERY = 0.1;

const words = readyWords;

export function check(
  name: CheckName,
  state: CheckState,
  says: string,
  text?: string,
  about?: string,
): Check {
  const sentence = text ?? words.checks[`${name}.${says}`] ?? '';
  return { name, state, says, text: sentence, ...(about === undefined ? {} : { about }) };
}

/** The most serious first. `wait` comes before `warn`: a person looks at warnings once nothing is in progress. */
const gravity: readonly CheckState[] = ['bad', 'wait', 'warn', 'ok'];

/** The word for all of them: green only where every single one is. */
export function verdict(checks: readonly Pick<Check, 'state'>[]): CheckState {
  return gravity.find((state) => checks.some((one) => one.state === state)) ?? 'ok';
}

/** Checks that need a person first, passed ones last; otherwise in their order. */
export function mostSevereFirst<T extends Pick<Check, 'state'>>(checks: readonly T[]): T[] {
  return checks.toSorted((a, b) => gravity.indexOf(a.state) - gravity.indexOf(b.state));
}

/** The readable kit of a flight: the newest with a document here; null if there is none. */
export function readableOf({ kits }: Pick<Flight, 'kits'>): Kit | null {
  return kits.find(({ document }) => document !== null) ?? null;
}

/** The checks of one flight. */
export function checkFlight(
  flight: Flight,
  { checks: asked, cockpit, shelves }: Pick<ReadyFacts, 'checks' | 'cockpit' | 'shelves'>,
  now: number,
): Check[] {
  const [newest] = flight.kits;
  const kit = readableOf(flight);
  const planned = flight.planned.map((one) => checkPlanned(one, kit !== null, cockpit, now));
  if (!newest) return planned;
  const request = checkRequest(newest, kit, now);
  if (!kit) return [request, ...planned];
  return [
    request,
    ...checkShelf(kit, shelves, now),
    checkSoundness(kit, asked.get(kit.id), now),
    checkMessages(kit),
    checkCycle({ ...kit, trip: kit.trip?.departure === undefined ? flight.trip : kit.trip }, now),
    ...checkChanges(kit),
    ...checkCharts(kit),
    ...planned,
  ];
}

/** Red where the desk has withdrawn the kit, amber where that would not be known: the shelf was not heard of, or not renewed, for long. */
function checkShelf(kit: Kit, shelves: readonly Shelf[] | null, now: number): Check[] {
  if (!kit.shelf) return [];
  const withdrawn = withdrawal(kit);
  if (withdrawn !== null) return [check('withdrawn', 'bad', 'recalled', withdrawn)];
  if (shelves === null) return [check('shelf', 'wait', 'loading')];
  const shelf = shelves.find(({ profile_id }) => profile_id === kit.profile_id);
  if (!shelf) return [check('shelf', 'warn', 'gone')];
  const { heard_at, heard_within_hours, valid_until } = shelf;
  const last = heard_at && formatUtc(heard_at);
  const due = valid_until && formatUtc(valid_until);
  const standing = shelfStanding(shelf, now);
  if (standing === 'overdue' && due) return [check('shelf', 'warn', standing, words.shelf.overdue(due))];
  if (standing === 'heard' && last) return [check('shelf', 'ok', standing, words.shelf.heard(last))];
  return [check('shelf', 'warn', 'unheard', words.shelf.unheard(last, heard_within_hours))];
}

function checkMessages({ acknowledged, messages }: Kit): Check {
  if (!acknowledged) return check('warnings', 'bad', 'unread');
  if (messages.some(needsReading)) return check('warnings', 'ok', 'acknowledged');
  return check('warnings', 'ok', messages.length > 0 ? 'informs' : 'none');
}

/** What became of the newest request for the flight. @param kit the one that can be read */
function checkRequest(newest: Kit, kit: Kit | null, now: number): Check {
  const { state, failure } = newest;
  if (state === 'ready') {
    if (kit !== newest) return check('document', 'bad', 'missing');
    return check('document', 'ok', kit.soundness?.state === 'unchecked' ? 'stored' : 'here');
  }
  const sentence =
    state === 'unconfirmed' ? stateWords.explain.unconfirmed : (waitSentence(newest, now) ?? undefined);
  if (state === 'cancelled') return check('document', 'warn', kit ? 'cancelled_readable' : 'cancelled');
  if (!kit) {
    if (state === 'failed') return check('document', 'bad', state, failure?.message);
    return state === 'unconfirmed'
      ? check('document', 'bad', state, sentence)
      : check('document', 'wait', 'coming', sentence);
  }
  const says = state === 'failed' || state === 'unconfirmed' ? state : 'coming';
  // The same kit, whose document is to be replaced by a sound one.
  if (kit === newest) return check('document', says === 'coming' ? 'wait' : 'bad', `again_${says}`, sentence);
  const older = formatUtc(kit.created_at);
  const isHeld = says === 'coming' && sentence !== undefined;
  const text = isHeld ? words.newer.held(sentence, older) : words.newer[says](older);
  return check('newer', says === 'coming' ? 'wait' : 'warn', says, text);
}

/** Whether the readable document is the verified one, by a check that is recent enough. */
export function checkSoundness(
  { soundness, document }: Kit,
  asked: AskedCheck | undefined,
  now: number,
): Check {
  if (!soundness || !document) return check('verified', 'bad', 'unchecked');
  const { state, seal, what } = soundness;
  const found = Date.parse(soundness.at);
  const mine = asked?.sha256 === document.sha256 ? asked : undefined;
  const answer = mine?.answer && 'ok' in mine.answer ? mine.answer : null;
  if (state === 'damaged' || seal === 'broken') return check('verified', 'bad', 'damaged', what);
  if (answer && !answer.ok && answer.at > found) return check('verified', 'bad', 'damaged', answer.what);
  if (state === 'unchecked') return check('verified', 'bad', 'unchecked', what);
  const isNew = mine !== undefined && (answer?.ok === true || found >= mine.asked_at);
  if (!isNew && mine?.answer && 'failure' in mine.answer) {
    return check('verified', 'bad', 'unchecked', mine.answer.failure);
  }
  const at = Math.max(found, answer?.at ?? -Infinity);
  if (state === 'checking' || !isNew || Math.abs(now - at) > FRESH_MS)
    return check('verified', 'wait', 'checking');
  if (seal === 'missing') return check('verified', 'warn', 'not_sealed');
  return check('verified', 'ok', seal === 'intact' ? 'sound' : 'seal_not_checked');
}

function checkCycle(kit: Kit, now: number): Check {
  const airac = kitAirac(kit, now);
  if (airac) {
    const stamped = stampWords(airac);
    if (stamped !== null)
      return check('cycle', 'warn', airac.inEffect ? airac.state : 'changes', `${stamped}.`);
    if (airac.stamp.cycle !== null) return check('cycle', 'ok', 'stamped', words.stamped(airac.stamp.cycle));
  }
  if (airac?.state === 'outdated') return check('cycle', 'warn', airac.inEffect ? 'outdated' : 'changes');
  if (airac?.state === 'unknown' || airac?.state === 'conflict') return check('cycle', 'warn', airac.state);
  return check('cycle', 'ok', 'current');
}

/** What changed since the kit of the flight that was read before; none if there is no older kit. */
function checkChanges({ changes }: Kit): Check[] {
  if (!changes) return [];
  const { state, says, text } = summarizeChanges(changes);
  return [check('changes', state, says, text)];
}

/** The dates that the charts print, one line for each way in which they may be wrong. */
function checkCharts({ charts, trip }: Kit): Check[] {
  if (!charts) return [check('charts', 'warn', 'unread')];
  // It belongs to the flight by its kit ID alone: its dates were compared with no departure.
  if (trip?.departure === undefined) return [check('charts', 'warn', 'not_compared')];
  const odd = chartDateKinds.filter((kind) => charts[kind] > 0);
  if (odd.length === 0) return [check('charts', 'ok', 'fit')];
  return odd.map((kind) => check('charts', 'warn', kind, words.charts[kind](charts[kind]), kind));
}

/**
 * A planned kit.
 *
 * @param readable whether another kit of the flight can be read
 * @param cockpit whether cockpit mode is on: then none is requested
 */
export function checkPlanned(kit: Kit, readable: boolean, cockpit: boolean, now: number): Check {
  const { id, activity, due_at, created_at } = kit;
  const state = readable ? 'warn' : 'bad';
  if (activity !== null) return check('planned', state, 'problem', activity, id);
  const when = formatUtc(due_at ?? created_at);
  if (cockpit) return check('planned', state, 'cockpit', words.planned.cockpit(when), id);
  const says = dueOf(kit) <= now ? 'overdue' : 'waiting';
  return check('planned', 'wait', says, words.planned[says](when), id);
}

/** Until when a profile's certificate is needed, because something of it is still to be fetched. */
export interface Need {
  profile_id: string;
  until: number;
}

/** One line a profile that still needs its certificate; kits that are here are read without. */
export function checkIdentities(
  needs: readonly Need[],
  identities: ReadonlyMap<string, IdentityState>,
  machine: Machine | null,
  now: number,
): Check[] {
  const until = new Map<string, number>();
  for (const need of needs)
    until.set(need.profile_id, Math.max(need.until, until.get(need.profile_id) ?? -Infinity));
  if (until.size === 0) return [check('identity', 'ok', 'not_needed')];
  return [...until].map(([id, last]) => {
    const [state, says] = identityOf(identities.get(id), last, machine !== null, now);
    return check('identity', state, says, undefined, id);
  });
}

function identityOf(
  identity: IdentityState | undefined,
  until: number,
  asked: boolean,
  now: number,
): [CheckState, string] {
  if (!identity) return asked ? ['bad', 'unknown'] : ['wait', 'checking'];
  if (identity.state !== 'usable') return ['bad', identity.state];
  const ends = Date.parse(identity.identity.valid_to);
  if (ends < now) return ['bad', 'expired'];
  if (ends <= until) return ['warn', 'ends'];
  return ['ok', identity.kind === 'computer' ? 'computer' : 'usable'];
}

export function checkMachine(machine: Machine | null): Check[] {
  if (!machine) return [check('disk', 'wait', 'checking')];
  return [checkDisk(machine), ...checkBattery(machine)];
}

function checkDisk({ free_bytes }: Machine): Check {
  if (free_bytes === null) return check('disk', 'warn', 'unknown');
  return free_bytes < LOW_DISK ? check('disk', 'warn', 'low') : check('disk', 'ok', 'free');
}

/** None on a machine without a battery: it has nothing to run out of. */
function checkBattery({ battery }: Machine): Check[] {
  if (!battery) return [];
  if (battery.charging) return [check('battery', 'ok', 'charging')];
  if (battery.level < EMPTY_BATTERY) return [check('battery', 'bad', 'empty')];
  const low = battery.level < LOW_BATTERY;
  return [low ? check('battery', 'warn', 'low') : check('battery', 'ok', 'level')];
}

/** What must be known before anything can be said. */
export function checkKnown(facts: {
  complete: boolean;
  hours: number | null;
  notices: { status: string };
  held: unknown;
}): Check[] {
  const { complete, hours, notices } = facts;
  const status = facts.held === null ? 'failed' : notices.status;
  return [
    ...(complete ? [] : [check('list', 'wait', 'loading')]),
    ...(status === 'ready' ? [] : [check('notices', status === 'failed' ? 'bad' : 'wait', status)]),
    ...(hours === null ? [check('settings', 'warn', 'unknown', words.settingsUnknown(USUAL_HOURS))] : []),
  ];
}
