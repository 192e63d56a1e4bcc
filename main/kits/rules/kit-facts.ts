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

/** Whether a person has to read a message of the service: not infos, but types that are not known. */
export function needsReading({ type }: { type: string }): boolean {
  return type.toLowerCase() !== 'info';
}
