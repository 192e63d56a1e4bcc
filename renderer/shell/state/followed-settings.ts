import type { LibrarySettingsState as Values } from '../../../preload/contract.ts';
import { takeAppearance } from '../../design/appearance.ts';
import { asUiFailure, type UiFailure } from './bridge.ts';
import { follow } from './calls.ts';

/** The settings as a window of the app keeps them. @typeParam Patch what it may change */
export interface FollowedSettings<Patch> {
  /** The settings in force; null until they are known. */
  settings: Values | null;
  failure: UiFailure | null;
  /** Reads the settings and follows the other window's changes. Returns a function that stops following. */
  start(): () => void;
  /** Reads the settings again, after a failure. */
  reload(): Promise<void>;
  /** True if the change was accepted; otherwise see `failure`. */
  change(patch: Patch): Promise<boolean>;
}

/** The part of a window's bridge that is called. */
interface SettingsCalls<Patch> {
  get(): Promise<Values>;
  set(patch: Patch): Promise<Values>;
  on(name: 'changed', listener: (settings: Values) => void): () => void;
}

/** The base of a settings store; also applies the settings to the window's appearance. */
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
