import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shell/state/bridge.ts';
import type { Tab, WorkspaceState } from '../../shell/state/workspace-store.ts';
import type { PdfEngine } from '../document/engine/pdf-engine.ts';
import type { OpeningDeps } from '../document/opening/open-kit.ts';
import type { ViewerStore } from '../document/viewer-state.ts';
import { createViewerStore } from '../document/viewer-store.ts';

/** How many hidden tabs keep their document open, so that switching between two tabs is instant. */
export const WARM = 1;

type OpenTabs = Pick<WorkspaceState, 'tabs' | 'panes' | 'recent'>;

interface ViewKeeperState {
  /** The open views, by tab. */
  views: ReadonlyMap<string, ViewerStore>;
  /** Opens the documents of the tabs on the screen and of the last used hidden ones; closes all others. */
  keep(open: OpenTabs): void;
  /** Opens the document of a tab again, for example after its view failed. */
  reopen(tab: Tab): void;
  /** Closes all documents. */
  close(): void;
}

/** The tabs whose documents stay open. */
export function tabsToKeep({ tabs, panes: { left, right }, recent }: OpenTabs): Tab[] {
  const hidden = recent.filter((id) => id !== left && id !== right).slice(0, WARM);
  return tabs.filter(({ id }) => id === left || id === right || hidden.includes(id));
}

/** Makes a view, with its own store and document, for every tab that needs one; closes those no longer needed. */
export function createViewKeeper(
  bridge: Bridge,
  engine: PdfEngine,
  ahead: Pick<OpeningDeps, 'known' | 'ahead'> = {},
) {
  return createStore<ViewKeeperState>()((set, get) => {
    const ends = new Map<string, AbortController>();
    /** The pages of tabs whose documents were closed: a kit has one stored place, even if two tabs show it. */
    const pages = new Map<string, number>();
    let tabs: readonly Tab[] = [];

    function open(tab: Tab): ViewerStore {
      const view = createViewerStore(bridge, engine, ahead);
      const end = new AbortController();
      ends.set(tab.id, end);
      void view.getState().open(tab.kitId, end.signal);
      const page = pages.get(tab.id);
      const twin = tabs.some(({ id, kitId }) => id !== tab.id && kitId === tab.kitId);
      if (page !== undefined && twin) view.getState().goTo(page);
      return view;
    }
    function letGo(tabId: string) {
      const page = get().views.get(tabId)?.getState().page;
      if (page !== undefined) pages.set(tabId, page);
      ends.get(tabId)?.abort();
      ends.delete(tabId);
    }

    return {
      views: new Map(),
      keep(state) {
        tabs = state.tabs;
        for (const id of pages.keys()) if (!tabs.some((tab) => tab.id === id)) pages.delete(id);
        const kept = tabsToKeep(state);
        const before = get().views;
        if (kept.length === before.size && kept.every((tab) => before.has(tab.id))) return;
        for (const id of before.keys()) if (!kept.some((tab) => tab.id === id)) letGo(id);
        set({ views: new Map(kept.map((tab) => [tab.id, before.get(tab.id) ?? open(tab)])) });
      },
      reopen(tab) {
        if (!get().views.has(tab.id)) return;
        letGo(tab.id);
        set({ views: new Map(get().views).set(tab.id, open(tab)) });
      },
      close() {
        for (const id of get().views.keys()) letGo(id);
        set({ views: new Map() });
      },
    };
  });
}

export type ViewKeeper = ReturnType<typeof createViewKeeper>;
