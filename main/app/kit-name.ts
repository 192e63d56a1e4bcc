import type { KitRecord } from '../library/kit-record.ts';

/** What a kit is called in a sentence: `EGLL to KJFK, BAW117`, or its tripkit_id where the trip is not known; null for none. */
export function kitName(kit: Pick<KitRecord, 'trip' | 'tripkit_id'> | undefined): string | null {
  if (!kit) return null;
  const { trip, tripkit_id } = kit;
  if (!trip) return tripkit_id;
  return [`${trip.origin} to ${trip.destination}`, trip.flight].filter(Boolean).join(', ');
}
