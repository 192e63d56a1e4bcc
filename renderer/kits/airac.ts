/**
 * The AIRAC calendar (ICAO Annex 15, Doc 8126): cycles of 28 days, counted by the ordinal of their effective date in its
 * year; and which cycle a kit's charts are of. Times are ms since 1970 UTC.
 */
import type { Kit } from '../../preload/contract.ts';
import { isFlightOver } from '../../preload/schemas/values.ts';
import { airacHourMs } from '../design/appearance.ts';

const DAY_MS = 86_400_000;
const CYCLE_MS = 28 * DAY_MS;
/** The effective date of cycle 2611. */
const ANCHOR_MS = Date.UTC(2026, 9, 29);

export interface AiracCycle {
  /** Year and ordinal, for example `2611`; the last two digits of the year. */
  id: string;
  /** When it takes effect. */
  from: number;
  /** When the next one takes effect. */
  to: number;
}

/**
 * The cycle in effect at a time.
 *
 * @param hourMs how long after 00:00 UTC of its date a cycle takes effect; 00:00 by default, 09:01 in the US
 */
export function cycleAt(ms: number, hourMs = 0): AiracCycle {
  const date = ANCHOR_MS + Math.floor((ms - hourMs - ANCHOR_MS) / CYCLE_MS) * CYCLE_MS;
  const year = new Date(date).getUTCFullYear();
  const dayOfYear = Math.round((date - Date.UTC(year, 0, 1)) / DAY_MS);
  const ordinal = Math.floor(dayOfYear / 28) + 1;
  const id = `${String(year % 100).padStart(2, '0')}${String(ordinal).padStart(2, '0')}`;
  return { id, from: date + hourMs, to: date + hourMs + CYCLE_MS };
}

interface KitAirac {
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
 * The service does not name its cycle (interface document, "Resources"), so it is that of the time of the request: a kit
 * that was generated later is newer than this, never older.
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
