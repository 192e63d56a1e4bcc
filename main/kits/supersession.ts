/** Which kits a newer one of the same flight replaces: derived at every look and never stored, so that it can't be stale. */

import type { KitRecord } from '../store/kit-record.ts';
import { byAge, groupByFlight } from './rules/same-flight.ts';

/** What supersession looks at. */
export type SupersessionKit = Pick<
  KitRecord,
  'id' | 'profile_id' | 'tripkit_id' | 'trip' | 'state' | 'created_at'
>;

/**
 * Each superseded kit and the kit to open instead: the newest ready one of its flight, where it is newer. A superseded
 * kit stays readable; it is never the one that opens by default. A newer kit that is not ready supersedes nothing.
 *
 * @returns older id → newest ready id; the values are never keys
 */
export function supersessions(kits: Iterable<SupersessionKit>): Map<string, string> {
  const superseded = new Map<string, string>();
  for (const flight of groupByFlight([...kits]).values()) {
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
