/** Whether a kit's charts are of the cycle in effect on its flight. Derived from dates at every look. Pure. */
import type { Kit } from '../../preload/contract.ts';
import { isFlightOver } from '../../preload/schemas/values.ts';
import { airacHourMs } from '../design/appearance.ts';
import { type AiracCycle, cycleAt } from './airac.ts';

export interface KitAirac {
  /** The cycle in effect when the kit was requested. */
  cycle: AiracCycle;
  /**
   * `current`: the same cycle is in effect on the flight, or today where the departure is not known.
   * `outdated`: a later one is. `flown`: the flight is over, nothing is to be done.
   */
  state: 'current' | 'outdated' | 'flown';
  /** The cycle in effect on the flight, or today; equals `cycle` unless `outdated`. */
  wanted: AiracCycle;
  /** Whether `wanted` is in effect already: before that the service may still generate the old one. */
  inEffect: boolean;
  /** Whether `wanted` is that of a departure rather than today's. */
  departure: boolean;
}

/**
 * The currency of a kit's charts at `now` (ms since 1970 UTC); null while there is no document.
 *
 * The service does not tell its cycle (interface document, "Resources"), so it is that of the time of the request: a kit
 * that was generated later is newer than it is said to be, never older.
 */
export function kitAirac(kit: Pick<Kit, 'document' | 'created_at' | 'trip'>, now: number): KitAirac | null {
  const created = Date.parse(kit.created_at);
  if (!kit.document || Number.isNaN(created)) return null;
  const departs = Date.parse(kit.trip?.departure ?? '');
  const departure = !Number.isNaN(departs);
  const hour = airacHourMs();
  const cycle = cycleAt(created, hour);
  const wanted = cycleAt(departure ? departs : now, hour);
  const facts = { cycle, departure, inEffect: wanted.from <= now };
  if (isFlightOver(kit.trip?.departure, now)) return { ...facts, state: 'flown', wanted: cycle };
  if (wanted.from <= cycle.from) return { ...facts, state: 'current', wanted: cycle };
  return { ...facts, state: 'outdated', wanted };
}
