import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { lights } from '../../../../main/settings/rules/choices.ts';
import { appearanceStore } from '../../../design/appearance.ts';
import { choicesStore, keepChoice } from '../../../design/choices.ts';

/** The light of the pages: as printed, dim, or dark. */
export type Light = (typeof lights)[number];

/** The choices for day and night, each stored for the next start under its name. */
type Chosen = Readonly<Record<'light' | 'light_at_night', Light>>;

interface LightState {
  /**
   * The light in force: follows the window's day and night, unless the person chose another one for either. In cockpit mode it
   * is night, or dim if the person chooses it.
   */
  light: Light;
  chosen: Chosen;
  /** Whether pictures on a page keep their colours at night (layout/kept-pictures.tsx: which). */
  keepPictures: boolean;
  /** Chooses the light of the pages only, for day or for night, whichever is on. */
  choose(light: Light): void;
  togglePictures(): void;
}

const inCockpit = () => appearanceStore.getState().cockpit;
const now = () => (appearanceStore.getState().night ? 'light_at_night' : 'light');

/** The light over the pages of this window: one for all documents in it. */
export const lightStore = createStore<LightState>()((set, get) => {
  const { light, light_at_night, keep_pictures } = choicesStore.getState();
  const chosen: Chosen = { light, light_at_night };
  let cockpit = inCockpit();
  appearanceStore.subscribe(() => {
    const stays = cockpit && inCockpit();
    cockpit = inCockpit();
    if (stays) return;
    const light = cockpit ? 'night' : get().chosen[now()];
    if (light !== get().light) set({ light });
  });
  return {
    light: cockpit ? 'night' : chosen[now()],
    chosen,
    keepPictures: keep_pictures,
    choose(light) {
      if (inCockpit()) {
        // Not stored: cockpit mode begins dark again the next time. White pages would light up the cockpit.
        set({ light: light === 'day' ? 'dim' : light });
        return;
      }
      keepChoice({ [now()]: light });
      set({ light, chosen: { ...get().chosen, [now()]: light } });
    },
    togglePictures() {
      const keepPictures = !get().keepPictures;
      keepChoice({ keep_pictures: keepPictures });
      set({ keepPictures });
    },
  };
});

/** The light over the pages. */
export function useLight(): Light {
  return useStore(lightStore, (state) => state.light);
}

/**
 * Whether buttons are large enough for fingers (44 px and more, WCAG 2.5.5): as the person chose, else by this
 * computer's pointer. Shown on the page as `data-touch`.
 */
export const touchStore = createStore<{ on: boolean; toggle(): void }>()((set, get) => {
  const coarse = typeof window !== 'undefined' && window.matchMedia?.('(pointer: coarse)').matches === true;
  return {
    on: choicesStore.getState().touch ?? coarse,
    toggle() {
      const on = !get().on;
      keepChoice({ touch: on });
      set({ on });
    },
  };
});

/** Applies the mode to the page, and follows its changes. Returns a function that ends it. */
export function showTouchMode(): () => void {
  const show = () => {
    document.documentElement.dataset.touch = touchStore.getState().on ? 'on' : 'off';
  };
  show();
  return touchStore.subscribe(show);
}

/** Whether click targets should be large. */
export function useTouch(): boolean {
  return useStore(touchStore, (state) => state.on);
}
