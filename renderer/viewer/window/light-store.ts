import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { appearanceStore } from '../../design/appearance.ts';
import { readPreference, writePreference } from '../../design/preferences.ts';

/** The light over the pages: as they are printed, dim, or dark. */
export const lights = ['day', 'dim', 'night'] as const;
export type Light = (typeof lights)[number];

/** What was chosen by day and at night, each kept for the next start under its name. */
type Chosen = Readonly<Record<'light' | 'light-at-night', Light>>;

export interface LightState {
  /** The light in force: it follows the window's day and night, unless the person chose another one for either. */
  light: Light;
  chosen: Chosen;
  /** Whether pictures on a page keep their colours at night (paint/kept-pictures.ts: which). */
  keepPictures: boolean;
  /** Chooses for the pages alone, by day or at night as it is now. */
  choose(light: Light): void;
  togglePictures(): void;
}

const now = () => (appearanceStore.getState().night ? 'light-at-night' : 'light');

/** The light over the pages of this window: one for all documents in it. */
export const lightStore = createStore<LightState>()((set, get) => {
  const chosen: Chosen = {
    light: readPreference('light', lights) ?? 'day',
    'light-at-night': readPreference('light-at-night', lights) ?? 'night',
  };
  appearanceStore.subscribe(() => {
    const light = get().chosen[now()];
    if (light !== get().light) set({ light });
  });
  return {
    light: chosen[now()],
    chosen,
    keepPictures: readPreference('night-pictures', ['keep', 'invert']) === 'keep',
    choose(light) {
      writePreference(now(), light);
      set({ light, chosen: { ...get().chosen, [now()]: light } });
    },
    togglePictures() {
      const keepPictures = !get().keepPictures;
      writePreference('night-pictures', keepPictures ? 'keep' : 'invert');
      set({ keepPictures });
    },
  };
});

/** The light over the pages. */
export function useLight(): Light {
  return useStore(lightStore, (state) => state.light);
}
