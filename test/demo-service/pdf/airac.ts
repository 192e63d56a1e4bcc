/** AIRAC cycles (ICAO Doc 8126): 28 days, numbered by the ordinal of the effective date in its year. */

const DAY_MS = 86_400_000;
const CYCLE_MS = 28 * DAY_MS;
/** 2611 became effective on 2026-10-29. */
const ANCHOR = Date.UTC(2026, 9, 29);

export interface AiracCycle {
  /** For example 2611. */
  number: string;
  /** ms since 1970 UTC. */
  from: number;
  to: number;
}

/** The cycle that is in force at a time, ms since 1970 UTC. */
export function airacAt(time: number): AiracCycle {
  const from = ANCHOR + Math.floor((time - ANCHOR) / CYCLE_MS) * CYCLE_MS;
  const year = new Date(from).getUTCFullYear();
  const ordinal = Math.floor((from - Date.UTC(year, 0, 1)) / CYCLE_MS) + 1;
  const number = `${String(year % 100).padStart(2, '0')}${String(ordinal).padStart(2, '0')}`;
  return { number, from, to: from + CYCLE_MS };
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

/** 29 OCT 2026, UTC. */
export function aviationDate(time: number): string {
  const date = new Date(time);
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${day} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}
