import { createStore } from 'zustand/vanilla';
import { defineSlice } from './registry.tsx';

/** The maximum number of tabs: opening one more closes the least recently used one. */
export const MAX_TABS = 8;
/** The least width of a view beside another, as a share of the window. */
export const MIN_SHARE = 0.2;

export type Side = 'left' | 'right';

/** A view of a kit. The same kit may have two. */
export interface Tab {
  id: string;
  kitId: string;
}

export interface WorkspaceState {
  /** In the order of the tab row. */
  tabs: readonly Tab[];
  /** The tabs on the screen. `right` is null unless two are side by side; `left` is null only if there are no tabs. */
  panes: { left: string | null; right: string | null };
  /** Which of the two has the keyboard focus. */
  active: Side;
  /** The left view's share of the width. */
  share: number;
  /** Ids of the tabs, the last used first. */
  recent: readonly string[];
  /** A page that was requested from outside; null once the view has gone there. */
  wanted: { tabId: string; page: number } | null;
  /** The kit whose tab was last closed to make room; null once the person has been told. */
  madeRoom: string | null;
  /** Shows the kit in its tab, or in a new one. `beside` puts it beside the active view. */
  open(kitId: string, options?: { page?: number; beside?: boolean }): void;
  /** Adds tabs for these kits at the end of the row, except for kits that have one or when there is no room. */
  takeBack(kitIds: readonly string[]): void;
  /** Brings a tab to the front, in the active view unless it is already on the screen. */
  show(tabId: string): void;
  /** Shows the next or previous tab of the row, wrapping around. */
  step(direction: 1 | -1): void;
  close(tabId: string): void;
  /** Shows two views side by side: the active tab and the last used one, or the same kit twice if there is only one. */
  split(): void;
  /** Shows the active kit in both views. */
  twice(): void;
  /** Keeps only the active view on the screen; the other one keeps its tab. */
  unsplit(): void;
  focus(side: Side): void;
  setShare(share: number): void;
  /** The wanted page is shown. */
  arrived(): void;
  roomNoticeShown(): void;
  /** Closes the tabs of kits that are no longer on this laptop. */
  forget(kitIds: ReadonlySet<string>): void;
}

type Layout = Pick<WorkspaceState, 'tabs' | 'panes' | 'active' | 'recent'>;

/** The tab that has the keyboard focus; null if there are no tabs. */
export function activeTab({
  tabs,
  panes,
  active,
}: Pick<WorkspaceState, 'tabs' | 'panes' | 'active'>): Tab | null {
  return tabs.find((tab) => tab.id === panes[active]) ?? null;
}

function used(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((one) => one !== id)];
}

function put(state: Layout, id: string, side: Side): Layout {
  return {
    ...state,
    panes: { ...state.panes, [side]: id },
    active: side,
    recent: used(state.recent, id),
  };
}
function shown(state: Layout, id: string): Layout {
  const side = (['left', 'right'] as const).find((one) => state.panes[one] === id);
  return side ? put(state, id, side) : put(state, id, state.active);
}
function without(state: Layout, id: string): Layout {
  const tabs = state.tabs.filter((tab) => tab.id !== id);
  const recent = state.recent.filter((one) => one !== id);
  const { left, right } = state.panes;
  if (left !== id && right !== id) return { ...state, tabs, recent };
  // Of two side by side, the other one fills the window; otherwise the last used tab is shown.
  const next = right === null ? (recent[0] ?? null) : left === id ? right : left;
  return {
    tabs,
    recent: next ? used(recent, next) : recent,
    panes: { left: next, right: null },
    active: 'left',
  };
}
function added(state: Layout, tab: Tab): { layout: Layout; madeRoom: string | null } {
  const room = { ...state, tabs: [...state.tabs, tab], recent: [...state.recent, tab.id] };
  if (room.tabs.length <= MAX_TABS) return { layout: room, madeRoom: null };
  const { left, right } = state.panes;
  const leaving = [...state.recent].reverse().find((id) => id !== left && id !== right);
  const kit = room.tabs.find((one) => one.id === leaving)?.kitId ?? null;
  return { layout: leaving ? without(room, leaving) : room, madeRoom: kit };
}

/** The open kits, as tabs and side by side. Knows no documents: workspace.tsx makes the views from it. */
export function createWorkspaceStore(newId: () => string = () => crypto.randomUUID()) {
  return createStore<WorkspaceState>()((set, get) => {
    return {
      tabs: [],
      panes: { left: null, right: null },
      active: 'left',
      share: 0.5,
      recent: [],
      wanted: null,
      madeRoom: null,
      open(kitId, { page, beside = false } = {}) {
        const state = get();
        const open = state.recent.find((id) =>
          state.tabs.some((tab) => tab.id === id && tab.kitId === kitId),
        );
        const tab = { id: open ?? newId(), kitId };
        let layout: Layout = state;
        let { madeRoom } = state;
        if (!open) ({ layout, madeRoom } = added(state, tab));
        const front = activeTab(layout);
        if (beside && front && front.id !== tab.id)
          layout = put(put(layout, front.id, 'left'), tab.id, 'right');
        else layout = shown(layout, tab.id);
        set({
          ...layout,
          madeRoom: madeRoom ?? state.madeRoom,
          wanted: page === undefined ? state.wanted : { tabId: tab.id, page },
        });
      },
      takeBack(kitIds) {
        for (const kitId of kitIds) {
          const state = get();
          if (state.tabs.length >= MAX_TABS || state.tabs.some((tab) => tab.kitId === kitId)) continue;
          const tab = { id: newId(), kitId };
          const { layout } = added(state, tab);
          set(layout.panes.left === null ? put(layout, tab.id, 'left') : layout);
        }
      },
      show(tabId) {
        if (get().tabs.some((tab) => tab.id === tabId)) set(shown(get(), tabId));
      },
      step(direction) {
        const { tabs, panes, active } = get();
        const at = tabs.findIndex((tab) => tab.id === panes[active]);
        const next = tabs[(at + direction + tabs.length) % tabs.length];
        if (next && at >= 0) set(shown(get(), next.id));
      },
      close: (tabId) => set(without(get(), tabId)),
      split() {
        const state = get();
        const front = activeTab(state);
        if (!front || state.panes.right !== null) return;
        const other = state.recent.find((id) => id !== front.id);
        if (other) {
          set({ ...put(state, other, 'right') });
          return;
        }
        state.twice();
      },
      twice() {
        const state = get();
        const front = activeTab(state);
        if (!front) return;
        const there = state.tabs.find(({ id, kitId }) => id !== front.id && kitId === front.kitId);
        const twin = there ?? { id: newId(), kitId: front.kitId };
        const { layout, madeRoom } = there ? { layout: state, madeRoom: null } : added(state, twin);
        const both = put(put(layout, front.id, 'left'), twin.id, 'right');
        set({ ...both, madeRoom: madeRoom ?? state.madeRoom });
      },
      unsplit() {
        const front = activeTab(get());
        if (front) set({ panes: { left: front.id, right: null }, active: 'left' });
      },
      focus(side) {
        const id = get().panes[side];
        if (id !== null && get().active !== side) set(put(get(), id, side));
      },
      setShare: (share) => set({ share: Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, share)) }),
      arrived: () => set({ wanted: null }),
      roomNoticeShown: () => set({ madeRoom: null }),
      forget(kitIds) {
        const gone = get().tabs.filter((tab) => kitIds.has(tab.kitId));
        if (gone.length > 0) set(gone.reduce<Layout>((layout, tab) => without(layout, tab.id), get()));
      },
    };
  });
}

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

/** The open kits. */
export const [workspaceSlice, useWorkspace] = defineSlice(() => createWorkspaceStore());
