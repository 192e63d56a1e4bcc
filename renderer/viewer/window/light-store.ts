import { createStore } from 'zustand/vanilla';
import { readPreference, writePreference } from '../../design/preferences.ts';

/** The light over the pages, and over the pages only. */
export const lights = ['day', 'dim', 'night'] as const;
export type Light = (typeof lights)[number];

export interface LightState {
  light: Light;
  /** Whether pictures on a page keep their colours at night (paint/kept-pictures.ts: which). */
  keepPictures: boolean;
  next(): void;
  togglePictures(): void;
}

/** The light of this window: one for all documents in it, kept for the next start. */
export const lightStore = createStore<LightState>()((set, get) => ({
  light: readPreference('light', lights) ?? 'day',
  keepPictures: readPreference('night-pictures', ['keep', 'invert']) === 'keep',
  next() {
    const light = lights[(lights.indexOf(get().light) + 1) % lights.length] ?? 'day';
    writePreference('light', light);
    set({ light });
  },
  togglePictures() {
    const keepPictures = !get().keepPictures;
    writePreference('night-pictures', keepPictures ? 'keep' : 'invert');
    set({ keepPictures });
  },
}));
