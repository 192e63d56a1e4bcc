import { createStore } from 'zustand/vanilla';
import type { Forbiddable, LibraryPatch } from '../../../preload/contract.ts';
import { appearanceStore, type Theme, takeAppearance, themes } from '../../design/appearance.ts';
import type { Bridge } from './bridge.ts';
import { type FollowedSettings, followedSettings } from './followed-settings.ts';
import { defineSlice } from './registry.tsx';

interface SettingsState extends FollowedSettings<LibraryPatch> {
  /** Switches to the next of system, day, night: at once in this window, and stored by the main process. */
  nextTheme(): Promise<void>;
  /** Switches between day and night, in the same way. */
  toggleNight(): Promise<void>;
  /** Turns cockpit mode on or off, in the same way. */
  turnCockpit(on: boolean): Promise<void>;
}

/** The slice of the settings. They hold the theme in force; the page's own copy is used only until they are loaded. */
export function createSettingsStore(bridge: Bridge) {
  return createStore<SettingsState>()((set, get) => {
    /** Does nothing if administrators or cockpit mode have set the theme. */
    async function wear(theme: Theme) {
      if (get().settings?.managed.includes('theme') || appearanceStore.getState().cockpit) return;
      takeAppearance({ theme });
      // If it can't be stored, it still applies to this window.
      if (get().settings) await get().change({ theme });
    }
    return {
      ...followedSettings<LibraryPatch>(bridge.settings, set),
      nextTheme: () => {
        const { theme } = appearanceStore.getState();
        return wear(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system');
      },
      async turnCockpit(cockpit) {
        if (get().settings?.managed.includes('cockpit')) return;
        takeAppearance({ cockpit });
        if (get().settings) await get().change({ cockpit });
      },
      toggleNight: () => wear(appearanceStore.getState().night ? 'day' : 'night'),
    };
  });
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** The settings. */
export const [settingsSlice, useSettings] = defineSlice(({ bridge }) => createSettingsStore(bridge));

/** Whether administrators have switched this off on this computer. */
export function useForbidden(what: Forbiddable): boolean {
  return useSettings(({ settings }) => settings?.forbidden.includes(what) === true);
}
