import { createStore } from 'zustand/vanilla';
import type { setupSettings } from '../../../main/settings/rules/settings-table.ts';
import type { Settings } from '../../../preload/contract.ts';
import { type FollowedSettings, followedSettings } from '../../shell/state/followed-settings.ts';
import { defineSlice } from './registry.ts';

/** What this window changes of them; folders are watched by calls of their own. */
export type PowerPatch = Partial<Pick<Settings, keyof typeof setupSettings>>;

/** The settings that give power, and those in force: what the library changes of its looks, this window follows. */
export const [settingsSlice, useSettings] = defineSlice(({ bridge }) =>
  createStore<FollowedSettings<PowerPatch>>()((set) => followedSettings(bridge.settings, set)),
);
