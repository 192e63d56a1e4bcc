/** What must be right before a flight, checked from what is there now. Pure; times are ms since 1970 UTC. */

import type { IdentityState, Kit } from '../../preload/contract.ts';
import { kitAirac } from '../kits/airac.ts';
import type { Soundness } from '../kits/trust-store.ts';
import type { CheckName, CheckState } from '../strings/ready.ts';

export interface Check {
  name: CheckName;
  state: CheckState;
  /** Which of the sentences of strings.ready.checks[name] is shown. */
  says: string;
}

/** A flight is one of the next until so long after its departure. */
const STILL_NEXT_MS = 60 * 60_000;
/** How far ahead the next flights are looked for. */
const AHEAD_MS = 36 * 60 * 60_000;
/** Flights that are shown. */
const SHOWN = 4;
/** Below it a kit may not fit any more, bytes. */
const LOW_DISK = 1024 ** 3;
/** Share below which a battery that is not charging may not last a flight. */
const LOW_BATTERY = 0.3;
const EMPTY_BATTERY = 0.1;

/** The kits of the next flights, the first departure first; of a flight's kits the newest alone. */
export function nextFlights(kits: readonly Kit[], now: number): Kit[] {
  return kits
    .filter(({ trip, superseded_by, state }) => {
      const departs = Date.parse(trip?.departure ?? '');
      const near = departs >= now - STILL_NEXT_MS && departs <= now + AHEAD_MS;
      return near && superseded_by === null && state !== 'cancelled';
    })
    .sort((a, b) => Date.parse(a.trip?.departure ?? '') - Date.parse(b.trip?.departure ?? ''))
    .slice(0, SHOWN);
}

/** What is asked of the machine; null where it does not say. */
export interface Machine {
  free_bytes: number | null;
  battery: { level: number; charging: boolean } | null;
}

function check(name: CheckName, state: CheckState, says: string): Check {
  return { name, state, says };
}

/** The checks of one flight's kit. `soundness`: of its document, checked now; null where that has not begun. */
export function checkKit(kit: Kit, soundness: Soundness | null, now: number): Check[] {
  if (kit.state === 'failed' || kit.state === 'unconfirmed') return [check('document', 'bad', kit.state)];
  if (kit.state !== 'ready') return [check('document', 'wait', 'coming')];
  return [
    check('document', 'ok', 'here'),
    checkSoundness(soundness),
    kit.acknowledged
      ? check('warnings', 'ok', kit.messages.length > 0 ? 'acknowledged' : 'none')
      : check('warnings', 'bad', 'unread'),
    checkCycle(kit, now),
  ];
}

function checkSoundness(soundness: Soundness | null): Check {
  if (!soundness || soundness.state === 'checking') return check('verified', 'wait', 'checking');
  return check('verified', soundness.state === 'sound' ? 'ok' : 'bad', soundness.state);
}

function checkCycle(kit: Kit, now: number): Check {
  const airac = kitAirac(kit, now);
  if (airac?.state !== 'outdated') return check('cycle', 'ok', 'current');
  return check('cycle', 'bad', airac.inEffect ? 'outdated' : 'changes');
}

/** The checks that all flights share. @param until the last departure of the flights that are shown */
export function checkLaptop(identity: IdentityState | null, machine: Machine | null, until: number): Check[] {
  const known = checkIdentity(identity, until);
  if (!machine) return [known, check('disk', 'wait', 'checking')];
  return [known, checkDisk(machine), ...checkBattery(machine)];
}

function checkIdentity(identity: IdentityState | null, until: number): Check {
  if (!identity) return check('identity', 'wait', 'checking');
  if (identity.state !== 'usable') return check('identity', 'warn', identity.state);
  const { valid_to, expiry } = identity.identity;
  if (Date.parse(valid_to) <= until) return check('identity', 'warn', 'ends');
  return expiry.level === 'none' ? check('identity', 'ok', 'usable') : check('identity', 'warn', 'soon');
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

/** The word for all of them: green only where every single one is. */
export function verdict(checks: readonly Check[]): CheckState {
  const order: readonly CheckState[] = ['bad', 'warn', 'wait', 'ok'];
  return order.find((state) => checks.some((check) => check.state === state)) ?? 'wait';
}
