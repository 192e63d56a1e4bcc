/**
 * The AIRAC calendar (ICAO Annex 15, Doc 8126): cycles of 28 days, counted by the ordinal of their effective date in its
 * year. Pure; times are ms since 1970 UTC.
 */

const DAY_MS = 86_400_000;
const CYCLE_MS = 28 * DAY_MS;
/** The effective date of cycle 2611. */
const ANCHOR_MS = Date.UTC(2026, 9, 29);

export interface AiracCycle {
  /** Year and ordinal, for example `2611`; years are told by their last two digits. */
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
