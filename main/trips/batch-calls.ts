import { csvText } from '../common/csv.ts';
import { utc } from '../common/utc.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import { saveChosen, writeText } from '../host/save-file.ts';
import type { RulesOf } from './trip-input.ts';
import { presentTrip } from './trip-input.ts';

export interface BatchCallsDeps {
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
