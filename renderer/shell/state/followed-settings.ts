import type { SettingsState as Values } from '../../../preload/contract.ts';
import { takeAppearance } from '../../design/appearance.ts';
import { asUiFailure, type UiFailure } from './bridge.ts';
import { follow } from './calls.ts';

/** The settings as a window of the app keeps them. @typeParam Patch what it may change */
export interface FollowedSettings<Patch> {
  /** The settings in force; null until they are known. */
  settings: Values | null;
  failure: UiFailure | null;
  /** Reads them and follows what the other window changes; the answer stops following. */
  start(): () => void;
  /** Reads them again, where they could not be read. */
  reload(): Promise<void>;
  /** True where it was taken; its failure is in `failure`. */
  change(patch: Patch): Promise<boolean>;
}

/** As much of a window's bridge as is called. */
interface SettingsCalls<Patch> {
  get(): Promise<Values>;
  set(patch: Patch): Promise<Values>;
  on(name: 'changed', listener: (settings: Values) => void): () => void;
}

/** The beginning of a store of the settings; the window looks as they say. */
export function followedSettings<Patch>(
  calls: SettingsCalls<Patch>,
  set: (state: Partial<FollowedSettings<Patch>>) => void,
): FollowedSettings<Patch> {
  function take(settings: Values) {
    set({ settings, failure: null });
    takeAppearance(settings.values);
  }
  return {
    settings: null,
    failure: null,
    start: () =>
      follow(
        (listener) => calls.on('changed', listener),
        calls.get,
        take,
        (failure) => set({ failure }),
      ),
    async reload() {
      try {
        take(await calls.get());
      } catch (error) {
        set({ failure: asUiFailure(error) });
      }
    },
    async change(patch) {
      try {
        take(await calls.set(patch));
        return true;
      } catch (error) {
        set({ failure: asUiFailure(error) });
        return false;
      }
    },
  };
}
