import type { Trip } from '../common/trip.ts';

/** Drops keys that are present but undefined, as structured clone may bring them. */
export function presentTrip(trip: { [K in keyof Trip]: Trip[K] | undefined }): Trip {
  return Object.fromEntries(
    Object.entries(trip).filter(([, value]) => value !== undefined),
  ) as unknown as Trip;
}
