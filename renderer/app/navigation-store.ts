import { createStore } from 'zustand/vanilla';

/** Which screen fills the window. */
export type Screen = { name: 'library' } | { name: 'setup' } | { name: 'viewer'; kitId: string };
/** What stands beside the list. */
export type Pane = 'kit' | 'request' | 'track';

export interface NavigationState {
  screen: Screen;
  pane: Pane;
  /** The kit that is selected in the list; null where none is. */
  selectedId: string | null;
  /** Selects a kit and shows its details. */
  select(id: string | null): void;
  show(pane: Pane): void;
  open(kitId: string): void;
  toLibrary(): void;
  toSetup(): void;
}

/** Where the person is in the app. */
export function createNavigationStore() {
  return createStore<NavigationState>()((set) => ({
    screen: { name: 'library' },
    pane: 'kit',
    selectedId: null,
    select: (selectedId) => set({ selectedId, pane: 'kit' }),
    show: (pane) => set({ pane, screen: { name: 'library' } }),
    open: (kitId) => set({ screen: { name: 'viewer', kitId }, selectedId: kitId, pane: 'kit' }),
    toLibrary: () => set({ screen: { name: 'library' } }),
    toSetup: () => set({ screen: { name: 'setup' } }),
  }));
}

export type NavigationStore = ReturnType<typeof createNavigationStore>;
