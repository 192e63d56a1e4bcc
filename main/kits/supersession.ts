/** Which kits a newer one of the same flight replaces: derived each time and never stored, so it can't be stale. */

import type { KitRecord } from '../store/kit-record.ts';
import { byAge, groupByFlight } from './rules/same-flight.ts';

/** The facts of a kit that supersession needs. */
export type SupersessionKit = Pick<
  KitRecord,
  'id' | 'profile_id' | 'tripkit_id' | 'trip' | 'state' | 'created_at'
>;

/**
 * Each superseded kit and the kit to open instead: the newest ready one of its flight, if it is newer. A superseded kit
 * stays readable, but never opens by default. A newer kit that is not ready supersedes nothing. A planned kit will be the newest.
 *
 * @returns older id → newest ready id; the values are never keys
 */
export function supersessions(kits: Iterable<SupersessionKit>): Map<string, string> {
  const superseded = new Map<string, string>();
  const asked = [...kits].filter(({ state }) => state !== 'planned');
  for (const flight of groupByFlight(asked).values()) {
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
