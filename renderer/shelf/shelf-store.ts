import { createStore } from 'zustand/vanilla';
import type { Shelf } from '../../preload/contract.ts';
import { defineSlice } from '../shell/state/registry.tsx';

interface ShelfState {
  /** Null before they are read, empty where no profile names one. */
  shelves: readonly Shelf[] | null;
  /** Reads them and follows their changes. Returns a function that stops following. */
  start(): () => void;
}

/** The shelves of this laptop. Where they can't be read, the last ones stay. */
export const [shelfSlice, useShelves] = defineSlice(({ bridge }) =>
  createStore<ShelfState>()((set) => ({
    shelves: null,
    start() {
      const read = () =>
        void bridge.shelf.list().then(
          (shelves) => set({ shelves }),
          () => {},
        );
      const stops = [bridge.shelf.on('changed', read), bridge.profiles.on('changed', read)];
      read();
      return () => {
        for (const stop of stops) stop();
      };
    },
  })),
);
