import type { Trip } from '../common/trip.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { AppContext } from '../host/host.ts';
import { batchCalls } from './batch-calls.ts';
import type { RulesOf } from './trip-input.ts';
import { checkTrip } from './trip-rules.ts';

interface TripsNeeds {
  /** The service profiles; `batch` has the limits of each. @throws TripKitError of kind `config` if there is no such profile */
  profiles: { profile(id: string): { batch: { max_alternates: number } } };
}

/** The rules for trips, and many trips at once. */
export function openTrips(host: AppContext, { profiles }: TripsNeeds) {
  const rulesOf: RulesOf = (id) => {
    const { max_alternates } = profiles.profile(id).batch;
    return (trip: Trip) => checkTrip(trip, { max_alternates });
  };
  return {
    rulesOf,
    calls: (window: { dialogs: FileDialogs }) => ({ batch: batchCalls({ ...host, ...window, rulesOf }) }),
  };
}
