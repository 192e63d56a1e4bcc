import type { SettingName, Settings, SettingsPatch } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { refuseManaged } from './refuse-managed.ts';
import type { AppSettings } from './settings.ts';

/** The system's question (main/host/file-dialogs.ts, which is made on top of this room). */
type Ask = (question: { message: string; detail: string; yes: string }) => Promise<boolean>;

/**
 * Calls of the domain `settings` of both contracts: the schema of each says what it may change. Keeping the activity record for fewer
 * months deletes what is older, so a person has to agree in a system dialog: a page alone could empty the record.
 */
export function settingsCalls(settings: Pick<AppSettings, 'state' | 'change'>, confirm: Ask) {
  return {
    get: () => settings.state(),
    set: async (patch: SettingsPatch) => {
      const changes = present(patch);
      refuseManaged(settings.state(), Object.keys(changes) as SettingName[]);
      const { audit_months: now } = settings.state().values;
      const { audit_months: months = now } = changes;
      if (months < now && !(await confirm(shorterRecord(months))))
        throw new TripKitError('config', 'The activity record is kept as long as before.');
      settings.change(changes);
      return settings.state();
    },
  };
}

function shorterRecord(months: number) {
  return {
    message: `Keep the activity record for ${months} months only?`,
    detail:
      'Older entries are deleted: who requested, opened and acknowledged kits. This can’t be undone. Ask your operator if the record has to be kept longer.',
    yes: 'Delete older entries',
  };
}

/** Drops keys that are present but undefined, which structured clone may bring. */
function present(patch: SettingsPatch): Partial<Settings> {
  const names = (Object.keys(patch) as SettingName[]).filter((name) => patch[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, patch[name]]));
}
