/** Facts about kits that the main process and the page share. */

/** The states of a kit's life. */
export const kitStates = [
  'planned',
  'requesting',
  'generating',
  'downloading',
  'ready',
  'unconfirmed',
  'failed',
  'cancelled',
] as const;

/** Whether a planned kit is to be requested by `at`, ms since 1970 UTC; one without a time is to be requested at once. */
export function isDue({ state, due_at }: { state: string; due_at: number | null }, at: number): boolean {
  return state === 'planned' && (due_at ?? 0) <= at;
}

/** How long after its planned departure a flight may still be late or in the air, ms; after that it is over. */
export const FLIGHT_MS = 24 * 3_600_000;

/** Whether a flight is over; false if its departure is not known. @param now ms since 1970 UTC */
export function isFlightOver(departure: string | undefined, now: number): boolean {
  const departs = Date.parse(departure ?? '');
  return !Number.isNaN(departs) && departs + FLIGHT_MS <= now;
}

/** What the order by departure looks at. */
export interface Departing {
  /** Departure, or the time of the request where it is not known; ms since 1970 UTC. */
  at: number;
  /** Whether `at` is a departure. */
  departs: boolean;
}

/**
 * The order of kits by departure: those from `today` on, the next one first; then kits without a departure, then earlier flights, both
 * the latest first.
 *
 * @param today the start of this day in UTC, ms since 1970
 */
export function compareDepartures(a: Departing, b: Departing, today: number): number {
  const rank = ({ departs, at }: Departing) => (departs ? (at < today ? 2 : 0) : 1);
  const first = rank(a);
  return first - rank(b) || (first === 0 ? a.at - b.at : b.at - a.at);
}

/** Whether a person has to read a message of the service: not infos, but types that are not known. */
export function needsReading({ type }: { type: string }): boolean {
  return type.toLowerCase() !== 'info';
}

/** The code of a message that a desk added to a kit on its shelf. */
export const DESK_MESSAGE = 'DESK';
