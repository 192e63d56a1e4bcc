import type { SettingName, SettingsState } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';

/** @throws TripKitError of kind `config` if administrators decide one of these */
export function refuseManaged({ managed }: SettingsState, names: readonly SettingName[]): void {
  if (!managed.some((name) => names.includes(name))) return;
  throw new TripKitError(
    'config',
    'This setting is set for this computer by its administrators. Ask your IT to change it.',
    { condition: 'managed' },
  );
}
