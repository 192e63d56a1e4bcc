import { createStore } from 'zustand/vanilla';
import { defineSlice } from './registry.tsx';
import { inViewerWindow } from './viewer-navigation.ts';
import { windowsSlice } from './windows-store.ts';
import { type WorkspaceStore, workspaceSlice } from './workspace-store.ts';

/** A screen that leads to the guides, and that one comes back to from there. */
type OtherScreen =
  | { name: 'library' }
  /** The way to set-up, while there is neither a kit nor the means to request one. */
  | { name: 'first' }
  /** `at`: which part of it was asked for; its beginning where absent. */
  | { name: 'settings'; at?: 'backups' }
  /** What administrators decided for this computer. */
  | { name: 'policy' }
  /** `files`: files of flights that were dropped on the window, until the screen takes them. */
  | { name: 'batch'; section: 'flights' | 'orders'; files?: readonly File[] }
  /** `kitId`: the entries of this kit alone. */
  | { name: 'record'; kitId?: string }
  /** What changed from an older kit to a newer one; `at`: its marks that wait; `from`: the screen that one goes back to. */
  | { name: 'changes'; oldId: string; newId: string; at?: 'marks'; from: 'library' | 'viewer' }
  | { name: 'viewer' };
/** Which screen fills the window. Which kits the viewer shows is in the workspace's store. `from`: the screen that one goes back to. */
export type Screen = OtherScreen | ({ name: 'guides'; from: OtherScreen } & GuidePlace);

/** A place in the guides. */
export interface GuidePlace {
  /** The id of a guide; null: the first one. */
  guide: string | null;
  /** The id of a heading in it; its beginning where absent. */
  heading?: string;
  /** Of what is new: the versions after this one. */
  since?: string;
}
/** What stands beside the list. */
export type Pane = 'kit' | 'request' | 'track' | 'ready';

export interface NavigationState {
  screen: Screen;
  pane: Pane;
  /** The kit that is selected in the list; null where none is. */
  selectedId: string | null;
  /** The pane that the selected kit is looked at from, and that one comes back to; null where there is none. */
  back: Pane | null;
  /** Selects a kit and shows its details. */
  select(id: string | null): void;
  /** The same from the pane that is shown: one comes back to it. */
  visit(id: string): void;
  /** Back to the pane that the kit was looked at from; nothing where there is none. */
  goBack(): void;
  /** The selected kit is gone: back to the pane that it was looked at from, or on to the next one. */
  leaveKit(next: string | null): void;
  show(pane: Pane): void;
  /** Shows a kit in the viewer: in its tab, or a new one; at a page, or where the person was last. */
  open(kitId: string, page?: number): void;
  /** Back to the open kits; nowhere where there are none. */
  toViewer(): void;
  toLibrary(): void;
  toFirst(): void;
  toSettings(at?: 'backups'): void;
  /** What administrators decided for this computer. */
  toPolicy(): void;
  /** Many flights at once, and the standing orders; with files of flights that were dropped on the window. */
  toBatch(section?: 'flights' | 'orders', files?: readonly File[]): void;
  /** What was done with kits: all of them, or one. */
  toRecord(kitId?: string): void;
  /** What changed from an older kit to a newer one, or the marks that wait because of it. */
  toChanges(oldId: string, newId: string, at?: 'marks'): void;
  /** Back to the screen that what changed was looked at from. */
  leaveChanges(): void;
  /** Help's guides: the first one, or a place in one of them. */
  toGuides(place?: GuidePlace): void;
  /** Back to the screen that the guides were looked at from. */
  leaveGuides(): void;
}

/** Where the person is in the app. */
export function createNavigationStore(workspace: WorkspaceStore) {
  return createStore<NavigationState>()((set, get) => ({
    screen: { name: 'library' },
    pane: 'kit',
    selectedId: null,
    back: null,
    select(selectedId) {
      const { back, pane, selectedId: before } = get();
      set({ selectedId, pane: 'kit', back: pane === 'kit' && selectedId === before ? back : null });
    },
    visit: (selectedId) => set({ selectedId, pane: 'kit', back: get().pane }),
    goBack() {
      const { back } = get();
      if (back) get().show(back);
    },
    leaveKit(next) {
      const { back } = get();
      if (!back) get().select(next);
      else set({ selectedId: next, pane: back, back: null });
    },
    show: (pane) => set({ pane, back: null, screen: { name: 'library' } }),
    open(kitId, page) {
      workspace.getState().open(kitId, page === undefined ? {} : { page });
      const { back, pane, selectedId } = get();
      set({
        screen: { name: 'viewer' },
        selectedId: kitId,
        // A kit that is read from there leads back there.
        pane: pane === 'ready' ? pane : 'kit',
        back: selectedId === kitId ? back : null,
      });
    },
    toViewer() {
      if (workspace.getState().tabs.length > 0) set({ screen: { name: 'viewer' } });
    },
    toLibrary: () => set({ screen: { name: 'library' } }),
    toFirst: () => set({ screen: { name: 'first' } }),
    toSettings: (at) => set({ screen: { name: 'settings', ...(at ? { at } : {}) } }),
    toPolicy: () => set({ screen: { name: 'policy' } }),
    toBatch: (section = 'flights', files) =>
      set({ screen: { name: 'batch', section, ...(files ? { files } : {}) } }),
    toRecord: (kitId) => set({ screen: { name: 'record', ...(kitId ? { kitId } : {}) } }),
    toChanges(oldId, newId, at) {
      const { screen } = get();
      const before = screen.name === 'changes' ? screen.from : screen.name;
      const from = before === 'viewer' ? 'viewer' : 'library';
      set({ screen: { name: 'changes', oldId, newId, from, ...(at ? { at } : {}) } });
    },
    leaveChanges() {
      const { screen, toViewer } = get();
      set({ screen: { name: 'library' } });
      if (screen.name === 'changes' && screen.from === 'viewer') toViewer();
    },
    toGuides(place = { guide: null }) {
      const { screen } = get();
      set({ screen: { name: 'guides', from: screen.name === 'guides' ? screen.from : screen, ...place } });
    },
    leaveGuides() {
      const { screen } = get();
      if (screen.name !== 'guides') return;
      const { from } = screen;
      const gone = from.name === 'viewer' && workspace.getState().tabs.length === 0;
      // Files that were dropped there were taken then.
      if (from.name === 'batch') set({ screen: { name: 'batch', section: from.section } });
      else set({ screen: gone ? { name: 'library' } : from });
    },
  }));
}

export type NavigationStore = ReturnType<typeof createNavigationStore>;

/** Where the person is. */
export const [navigationSlice, useNavigation] = defineSlice(({ bridge, get }) => {
  const store = createNavigationStore(get(workspaceSlice));
  if (get(windowsSlice).getState().viewer)
    inViewerWindow(store, (command) => void bridge.windows.library(command).catch(() => {}));
  return store;
});
