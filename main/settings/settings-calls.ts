import type { SettingName, Settings, SettingsPatch } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { AppSettings } from './settings.ts';

/** Calls of the domain `settings` of both contracts: the schema of each says what it may change. */
export function settingsCalls(settings: Pick<AppSettings, 'state' | 'change'>) {
  return {
    get: () => settings.state(),
    set: (patch: SettingsPatch) => {
      const changes = present(patch);
      refuseManaged(settings, Object.keys(changes) as SettingName[]);
      settings.change(changes);
      return settings.state();
    },
  };
}

/** @throws TripKitError of kind `config` if administrators decide one of these */
export function refuseManaged(settings: Pick<AppSettings, 'state'>, names: readonly SettingName[]): void {
  const { managed } = settings.state();
  if (!managed.some((name) => names.includes(name))) return;
  throw new TripKitError(
    'config',
    'This setting is set for this computer by its administrators. Ask your IT to change it.',
    { condition: 'managed' },
  );
}

/** Drops keys that are present but undefined, which structured clone may bring. */
function present(patch: SettingsPatch): Partial<Settings> {
  const names = (Object.keys(patch) as SettingName[]).filter((name) => patch[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, patch[name]]));
}
