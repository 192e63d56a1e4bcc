import { createStore } from 'zustand/vanilla';
import type { LibraryCommand } from '../../../preload/contract.ts';
import { defineSlice } from './registry.tsx';
import { windowsSlice } from './windows-store.ts';
import { type WorkspaceStore, workspaceSlice } from './workspace-store.ts';

/** A screen from which a person can open the guides and return. */
type OtherScreen =
  | { name: 'library' }
  /** The first steps, while there is neither a kit nor a profile to request one. */
  | { name: 'first' }
  /** `at`: the requested part; the top if absent. */
  | { name: 'settings'; at?: 'backups' }
  /** What administrators decided for this computer. */
  | { name: 'policy' }
  /** `files`: flight files that were dropped on the window, until the screen takes them. */
  | { name: 'batch'; files?: readonly File[] }
  /** `kitId`: only the entries of this kit. */
  | { name: 'record'; kitId?: string }
  /** What changed from an older kit to a newer one; `at`: its waiting marks; `from`: the screen to return to. */
  | { name: 'changes'; oldId: string; newId: string; at?: 'marks'; from: 'library' | 'viewer' }
  | { name: 'viewer' };
/** The screen that fills the window. The workspace store has the kits that the viewer shows. `from`: the screen to return to. */
export type Screen = OtherScreen | ({ name: 'guides'; from: OtherScreen } & GuidePlace);

/** A place in the guides. */
export interface GuidePlace {
  /** The id of a guide; null: the first one. */
  guide: string | null;
  /** The id of a heading in the guide; its top if absent. */
  heading?: string;
  /** In "What's new": only versions after this one. */
  since?: string;
}
/** The panes beside the list. */
export type Pane = 'kit' | 'request' | 'track' | 'ready' | 'shelf';

interface NavigationState {
  screen: Screen;
  pane: Pane;
  /** The kit that is selected in the list, or null. */
  selectedId: string | null;
  /** The pane from which the selected kit was opened, to return to; null if there is none. */
  back: Pane | null;
  /** Selects a kit and shows its details. */
  select(id: string | null): void;
  /** Does the same, and remembers the current pane to return to. */
  visit(id: string): void;
  /** Returns to the pane from which the kit was opened, if any. */
  goBack(): void;
  /** The selected kit was removed: returns to the pane from which it was opened, or selects the next kit. */
  leaveKit(next: string | null): void;
  show(pane: Pane): void;
  /** Shows a kit in the viewer, in its tab or a new one, at a page or at the person's last place. */
  open(kitId: string, page?: number): void;
  /** Returns to the open kits, if any. */
  toViewer(): void;
  /** Returns to the library, to *Ready to fly* if that is its pane. */
  toLibrary(): void;
  /** Shows the list of kits, which *Ready to fly* would cover. */
  toList(): void;
  toFirst(): void;
  toSettings(at?: 'backups'): void;
  /** What administrators decided for this computer. */
  toPolicy(): void;
  /** Many flights at once; optionally with flight files that were dropped on the window. */
  toBatch(files?: readonly File[]): void;
  /** The activity record, of all kits or one. */
  toRecord(kitId?: string): void;
  /** What changed from an older kit to a newer one, or the marks that wait because of the changes. */
  toChanges(oldId: string, newId: string, at?: 'marks'): void;
  /** Returns to the screen from which the changes were opened. */
  leaveChanges(): void;
  /** The guides: the first one, or a place in one of them. */
  toGuides(place?: GuidePlace): void;
  /** Returns to the screen from which the guides were opened. */
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
        // A kit that was opened from "Ready to fly" returns there.
        pane: pane === 'ready' ? pane : 'kit',
        back: selectedId === kitId ? back : null,
      });
    },
    toViewer() {
      if (workspace.getState().tabs.length > 0) set({ screen: { name: 'viewer' } });
    },
    toLibrary: () => set({ screen: { name: 'library' } }),
    toList: () =>
      set(({ pane }) => ({
        screen: { name: 'library' },
        ...(pane === 'ready' ? { pane: 'kit' as const, back: null } : {}),
      })),
    toFirst: () => set({ screen: { name: 'first' } }),
    toSettings: (at) => set({ screen: { name: 'settings', ...(at ? { at } : {}) } }),
    toPolicy: () => set({ screen: { name: 'policy' } }),
    toBatch: (files) => set({ screen: { name: 'batch', ...(files ? { files } : {}) } }),
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
      // The screen has taken any dropped files already.
      if (from.name === 'batch') set({ screen: { name: 'batch' } });
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

const panes = { request: 'new_request', track: 'track', kit: null, ready: null, shelf: null } as const;

/**
 * Changes the library window's navigation store for a window that only shows kits: it begins in the viewer, and every other
 * screen is shown by the library's window, which comes to the front.
 *
 * @param inLibrary runs the command in the library's window; null: only brings it to the front
 */
export function inViewerWindow(
  store: Pick<NavigationStore, 'setState'>,
  inLibrary: (command: LibraryCommand | null) => void,
): void {
  const toKits = () => store.setState({ screen: { name: 'viewer' } });
  store.setState({
    screen: { name: 'viewer' },
    show: (pane) => inLibrary(panes[pane]),
    goBack: () => {},
    toViewer: toKits,
    toLibrary: () => inLibrary(null),
    toList: () => inLibrary(null),
    toFirst: () => inLibrary(null),
    toSettings: () => inLibrary('settings'),
    toPolicy: () => inLibrary('managed_settings'),
    toBatch: () => inLibrary('many_flights'),
    toRecord: () => inLibrary('activity_record'),
    leaveChanges: toKits,
    toGuides: (place) => inLibrary(place?.guide === 'whats-new' ? 'whats_new' : 'guides'),
    leaveGuides: toKits,
  });
}
