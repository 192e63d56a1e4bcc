import { csvText } from '../common/csv.ts';
import { utc } from '../common/utc.ts';
import type { DomainCalls } from './call-map.ts';
import type { FileDialogs } from './file-dialogs.ts';
import { saveChosen, writeText } from './save-file.ts';
import { presentTrip, type RulesOf } from './trip-input.ts';

export interface BatchCallsDeps {
  dialogs: Pick<FileDialogs, 'saveTable'>;
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
