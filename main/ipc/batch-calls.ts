import { basename } from 'node:path';
import type { TripProblem } from '../../preload/contract.ts';
import { csvText } from '../common/csv.ts';
import type { Trip } from '../common/trip.ts';
import type { DomainCalls } from './call-map.ts';
import type { FileDialogs } from './file-dialogs.ts';
import { utc } from './kit-view.ts';
import { presentTrip } from './present-trip.ts';
import { writeWhole } from './write-whole.ts';

export interface BatchCallsDeps {
  dialogs: Pick<FileDialogs, 'saveTable'>;
  /** What the trip rules say of a trip. @throws TripKitError of kind `config` where there is no such profile */
  problemsOf(profile_id: string, trip: Trip): readonly TripProblem[];
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Calls of the domain `batch`: many trips at once, from a spreadsheet and back. */
export function batchCalls({ dialogs, problemsOf, now }: BatchCallsDeps): DomainCalls<'batch'> {
  return {
    check: (profile_id, trips) => trips.map((trip) => [...problemsOf(profile_id, presentTrip(trip))]),
    save: async (rows) => {
      const path = await dialogs.saveTable(`Trip kits ${utc(now()).slice(0, 10)}.csv`);
      if (path === null) return null;
      await writeWhole(path, csvText(rows));
      return basename(path);
    },
  };
}
