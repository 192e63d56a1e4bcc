import { createStore } from 'zustand/vanilla';
import { readPreference, writePreference } from '../../design/preferences.ts';

/** The light over the pages, and over the pages only. */
export const lights = ['day', 'dim', 'night'] as const;
export type Light = (typeof lights)[number];

/** The light of this window: one for all documents in it, kept for the next start. */
export const lightStore = createStore<{ light: Light; next(): void }>()((set, get) => ({
  light: readPreference('light', lights) ?? 'day',
  next() {
    const light = lights[(lights.indexOf(get().light) + 1) % lights.length] ?? 'day';
    writePreference('light', light);
    set({ light });
  },
}));
