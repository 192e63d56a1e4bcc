import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { choicesStore, keepChoice } from '../../../design/choices.ts';

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
