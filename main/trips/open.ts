import { utc } from '../common/clock.ts';
import { csvText } from '../common/csv.ts';
import type { Trip } from '../common/trip.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { AppContext } from '../host/host.ts';
import { saveChosen, writeText } from '../host/save-file.ts';
import { checkTrip, presentTrip, type RulesOf } from './trip-rules.ts';

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

interface BatchCallsDeps {
  /** Above the calling window. */
  dialogs: FileDialogs;
  rulesOf: RulesOf;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Calls of the domain `batch`: many trips at once, from a spreadsheet and back. */
export function batchCalls({ dialogs, rulesOf, now }: BatchCallsDeps): DomainCalls<'batch'> {
  return {
    check: (profile_id, trips) => {
      const rules = rulesOf(profile_id);
      return trips.map((trip) => [...rules(presentTrip(trip)).problems]);
    },
    save: (rows) => {
      const chosen = dialogs.saveTable(`Trip kits ${utc(now()).slice(0, 10)}.csv`);
      return saveChosen(chosen, (path) => writeText(path, csvText(rows)));
    },
  };
}
