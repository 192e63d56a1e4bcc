/** What both ends know of kits. */

/** The states of a kit's life. */
export const kitStates = [
  'requesting',
  'generating',
  'downloading',
  'ready',
  'unconfirmed',
  'failed',
  'cancelled',
] as const;

/** How long after its planned departure a flight may be late or in the air, ms; then it is over. */
export const FLIGHT_MS = 24 * 3_600_000;

/** Whether a flight is over; false where its departure is not known. @param now ms since 1970 UTC */
export function isFlightOver(departure: string | undefined, now: number): boolean {
  const departs = Date.parse(departure ?? '');
  return !Number.isNaN(departs) && departs + FLIGHT_MS <= now;
}

/** Whether a person has to read a message of the service: infos need no reading, types that nobody knows do. */
export function needsReading({ type }: { type: string }): boolean {
  return type.toLowerCase() !== 'info';
}
