import type {
  ChoicesPatch,
  SettingName,
  Settings,
  SettingsPatch,
  SettingsState,
} from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';

/** The person's settings; main/settings/settings.ts is the real one. */
export interface SettingsKeeper {
  state(): SettingsState;
  /** @throws TripKitError of kind `disk` where they can't be written */
  change(patch: Partial<Settings>): void;
  /** What of another computer's settings would be taken up (main/settings/settings.ts). */
  wouldReceive(content: unknown): Partial<Settings>;
  /** Keeps small choices of the library's page. */
  choose(patch: ChoicesPatch): void;
}

/**
 * Calls of the domain `settings` of either contract: what each may change is in its schema.
 * @param changed tells the other window
 */
export function settingsCalls(
  settings: Pick<SettingsKeeper, 'state' | 'change'>,
  changed: (state: SettingsState) => void,
) {
  return {
    get: () => settings.state(),
    set: (patch: SettingsPatch) => {
      const changes = present(patch);
      refuseManaged(settings, Object.keys(changes) as SettingName[]);
      settings.change(changes);
      const state = settings.state();
      changed(state);
      return state;
    },
  };
}

/** @throws TripKitError of kind `config` where administrators decide one of these */
export function refuseManaged(settings: Pick<SettingsKeeper, 'state'>, names: readonly SettingName[]): void {
  const { managed } = settings.state();
  if (!managed.some((name) => names.includes(name))) return;
  throw new TripKitError(
    'config',
    'This setting is set for this computer by its administrators. Ask your IT to change it.',
    { condition: 'managed' },
  );
}

/** Drops keys that are present but undefined, as structured clone may bring them. */
function present(patch: SettingsPatch): Partial<Settings> {
  const names = (Object.keys(patch) as SettingName[]).filter((name) => patch[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, patch[name]]));
}
