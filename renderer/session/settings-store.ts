import { createStore } from 'zustand/vanilla';
import type { SettingsPatch, SettingsState as Values } from '../../preload/contract.ts';
import { takeAppearance } from '../design/appearance.ts';
import { themeStore } from '../design/theme.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../ipc/bridge.ts';
import { defineSlice } from '../state/registry.tsx';

export interface SettingsState {
  /** The settings in force; null until they are known. */
  settings: Values | null;
  failure: UiFailure | null;
  load(): Promise<void>;
  /** True where it was taken; its failure is in `failure`. */
  change(patch: SettingsPatch): Promise<boolean>;
  /** Takes the next of system, day, night: at once here, and kept by the main process. */
  nextTheme(): Promise<void>;
}

/** The slice of the settings. The theme in force is the one of the settings; the page's own copy bridges the start. */
export function createSettingsStore(bridge: Bridge) {
  return createStore<SettingsState>()((set, get) => {
    function take(settings: Values) {
      set({ settings, failure: null });
      themeStore.getState().take(settings.values.theme);
      takeAppearance(settings.values);
    }
    return {
      settings: null,
      failure: null,
      async load() {
        try {
          take(await bridge.settings.get());
        } catch (error) {
          set({ failure: asUiFailure(error) });
        }
      },
      async change(patch) {
        try {
          take(await bridge.settings.set(patch));
          return true;
        } catch (error) {
          set({ failure: asUiFailure(error) });
          return false;
        }
      },
      async nextTheme() {
        themeStore.getState().next();
        // Where it can't be kept, it holds for this window all the same.
        if (get().settings) await get().change({ theme: themeStore.getState().theme });
      },
    };
  });
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** The settings. */
export const [settingsSlice, useSettings] = defineSlice(({ bridge }) => createSettingsStore(bridge));
