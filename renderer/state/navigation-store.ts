import { createStore } from 'zustand/vanilla';
import { defineSlice } from './registry.tsx';
import { type WorkspaceStore, workspaceSlice } from './workspace-store.ts';

/** Which screen fills the window. Which kits the viewer shows is in the workspace's store. */
export type Screen =
  | { name: 'library' }
  /** `at`: which part of it was asked for; its beginning where absent. */
  | { name: 'setup'; at?: 'settings' }
  | { name: 'batch'; section: 'flights' | 'orders' }
  | { name: 'viewer' };
/** What stands beside the list. */
export type Pane = 'kit' | 'request' | 'track' | 'ready';

export interface NavigationState {
  screen: Screen;
  pane: Pane;
  /** The kit that is selected in the list; null where none is. */
  selectedId: string | null;
  /** Selects a kit and shows its details. */
  select(id: string | null): void;
  show(pane: Pane): void;
  /** Shows a kit in the viewer: in its tab, or a new one; at a page, or where the person was last. */
  open(kitId: string, page?: number): void;
  /** Back to the open kits; nowhere where there are none. */
  toViewer(): void;
  toLibrary(): void;
  toSetup(at?: 'settings'): void;
  /** Many flights at once, and the standing orders. */
  toBatch(section?: 'flights' | 'orders'): void;
}

/** Where the person is in the app. */
export function createNavigationStore(workspace: WorkspaceStore) {
  return createStore<NavigationState>()((set) => ({
    screen: { name: 'library' },
    pane: 'kit',
    selectedId: null,
    select: (selectedId) => set({ selectedId, pane: 'kit' }),
    show: (pane) => set({ pane, screen: { name: 'library' } }),
    open(kitId, page) {
      workspace.getState().open(kitId, page === undefined ? {} : { page });
      set({ screen: { name: 'viewer' }, selectedId: kitId, pane: 'kit' });
    },
    toViewer() {
      if (workspace.getState().tabs.length > 0) set({ screen: { name: 'viewer' } });
    },
    toLibrary: () => set({ screen: { name: 'library' } }),
    toSetup: (at) => set({ screen: { name: 'setup', ...(at ? { at } : {}) } }),
    toBatch: (section = 'flights') => set({ screen: { name: 'batch', section } }),
  }));
}

export type NavigationStore = ReturnType<typeof createNavigationStore>;

/** Where the person is. */
export const [navigationSlice, useNavigation] = defineSlice(({ get }) =>
  createNavigationStore(get(workspaceSlice)),
);
