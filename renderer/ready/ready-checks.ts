/**
 * "May I close the lid?": everything that must be right before a flight, checked from what is there now, never from a flag
 * that was set earlier. Pure; times are ms since 1970 UTC.
 */

import type { IdentityState, Kit } from '../../preload/contract.ts';
import { kitAirac } from '../kits/airac.ts';
import type { Soundness } from '../kits/trust-store.ts';
import type { CheckName, CheckState } from '../strings/ready.ts';

export interface Check {
  name: CheckName;
  state: CheckState;
  /** Which of the sentences of strings.ready.checks[name] is said. */
  says: string;
}

/** A flight is one of the next until so long after its departure. */
const STILL_NEXT_MS = 60 * 60_000;
/** How far ahead the next flights are looked for. */
export const AHEAD_MS = 36 * 60 * 60_000;
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

/** The checks of one flight's kit. `soundness`: of its document, checked now; null where that has not begun. */
export function checkKit(kit: Kit, soundness: Soundness | null, now: number): Check[] {
  const checks: Check[] = [];
  const add = (name: CheckName, state: CheckState, says: string) => checks.push({ name, state, says });
  if (kit.state === 'ready') add('document', 'ok', 'here');
  else if (kit.state === 'failed') add('document', 'bad', 'failed');
  else if (kit.state === 'unconfirmed') add('document', 'bad', 'unconfirmed');
  else add('document', 'wait', 'coming');
  if (kit.state !== 'ready') return checks;

  if (!soundness || soundness.state === 'checking') add('verified', 'wait', 'checking');
  else if (soundness.state === 'sound') add('verified', 'ok', 'sound');
  else add('verified', 'bad', soundness.state);

  if (kit.acknowledged) add('warnings', 'ok', kit.messages.length > 0 ? 'acknowledged' : 'none');
  else add('warnings', 'bad', 'unread');

  const airac = kitAirac(kit, now);
  if (airac?.state === 'outdated') add('cycle', 'bad', airac.inEffect ? 'outdated' : 'changes');
  else add('cycle', 'ok', 'current');
  return checks;
}

/** The checks that all flights share. @param until the last departure of the flights that are shown */
export function checkLaptop(identity: IdentityState | null, machine: Machine | null, until: number): Check[] {
  const checks: Check[] = [];
  const add = (name: CheckName, state: CheckState, says: string) => checks.push({ name, state, says });
  if (!identity) add('identity', 'wait', 'checking');
  else if (identity.state !== 'usable') add('identity', 'warn', identity.state);
  else if (Date.parse(identity.identity.valid_to) <= until) add('identity', 'warn', 'ends');
  else if (identity.identity.expiry.level !== 'none') add('identity', 'warn', 'soon');
  else add('identity', 'ok', 'usable');

  if (!machine) {
    add('disk', 'wait', 'checking');
    return checks;
  }
  if (machine.free_bytes === null) add('disk', 'warn', 'unknown');
  else
    add(
      'disk',
      machine.free_bytes < LOW_DISK ? 'warn' : 'ok',
      machine.free_bytes < LOW_DISK ? 'low' : 'free',
    );
  const { battery } = machine;
  // A machine without a battery has nothing to run out of.
  if (battery) {
    if (battery.charging) add('battery', 'ok', 'charging');
    else if (battery.level < EMPTY_BATTERY) add('battery', 'bad', 'empty');
    else
      add(
        'battery',
        battery.level < LOW_BATTERY ? 'warn' : 'ok',
        battery.level < LOW_BATTERY ? 'low' : 'level',
      );
  }
  return checks;
}

/** The word for all of them: green only where every single one is. */
export function verdict(checks: readonly Check[]): CheckState {
  const order: readonly CheckState[] = ['bad', 'warn', 'wait', 'ok'];
  return order.find((state) => checks.some((check) => check.state === state)) ?? 'wait';
}
