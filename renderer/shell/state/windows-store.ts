import { createStore } from 'zustand/vanilla';
import type { ViewerStart } from '../../../preload/contract.ts';
import { readPageStart } from '../../design/choices.ts';
import { asUiFailure, type UiFailure } from './bridge.ts';
import { defineSlice } from './registry.tsx';
import { workspaceSlice } from './workspace-store.ts';

/** How to open a kit in another window. */
export interface ElsewhereOptions {
  /** The page that it opens at; if absent, the person's last place. */
  page?: number;
  /** The window opens where the mouse is. */
  atPointer?: boolean;
  /** The tab stays here, and another window may show the kit already. */
  beside?: boolean;
}

interface WindowsState {
  /** What this additional window began with; null in the library's window. */
  viewer: ViewerStart | null;
  /** The kits that other windows have open. */
  elsewhere: ReadonlySet<string>;
  /** Reports the kits open here and follows those open elsewhere. Returns a function that ends it. */
  start(): () => void;
  /**
   * Opens a kit in its own window, or brings the window that shows it to the front; its tab here then closes, unless `beside`
   * is set. Resolves to the failure, or null.
   */
  openElsewhere(kitId: string, options?: ElsewhereOptions): Promise<UiFailure | null>;
  /** Brings the window that has the kit open to the front, at this page; false if this window has it too, or no other has. */
  showElsewhere(kitId: string, page?: number): boolean;
  /** Calls `listener` before a kit moves to another window, to store unsaved state. Returns a function that unsubscribes. */
  onMove(listener: (kitId: string) => void): () => void;
}

/** This window's relation to the other windows. */
export const [windowsSlice, useWindows] = defineSlice(({ bridge, get: slice }) => {
  const workspace = slice(workspaceSlice);
  const movers = new Set<(kitId: string) => void>();
  const isHere = (kitId: string) => workspace.getState().tabs.some((tab) => tab.kitId === kitId);
  return createStore<WindowsState>()((set, get) => ({
    viewer: readPageStart()?.viewer ?? null,
    elsewhere: new Set(),
    start() {
      let reported = '';
      const tell = () => {
        const kitIds = [...new Set(workspace.getState().tabs.map(({ kitId }) => kitId))];
        if (reported === kitIds.join()) return;
        reported = kitIds.join();
        // If this fails, a kit may be opened twice.
        void bridge.windows.holds(kitIds).catch(() => {});
      };
      tell();
      const stops = [
        workspace.subscribe(tell),
        bridge.windows.on('elsewhere', (kitIds) => set({ elsewhere: new Set(kitIds) })),
        bridge.windows.on('returned', (kitIds) => workspace.getState().takeBack(kitIds)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    async openElsewhere(kitId, { page, atPointer = false, beside = false } = {}) {
      const moves = isHere(kitId) && !beside;
      // The listeners come first, so the other window finds what they stored.
      if (moves) for (const mover of movers) mover(kitId);
      try {
        const what = await bridge.windows.open({
          kit_id: kitId,
          page: page ?? null,
          at: atPointer ? 'pointer' : 'remembered',
          torn_off: moves && get().viewer === null,
          beside,
        });
        if (moves && what === 'opened') {
          const { tabs, close } = workspace.getState();
          for (const tab of tabs) if (tab.kitId === kitId) close(tab.id);
        }
        return null;
      } catch (error) {
        return asUiFailure(error);
      }
    },
    showElsewhere(kitId, page) {
      if (isHere(kitId) || !get().elsewhere.has(kitId)) return false;
      void bridge.windows.show(kitId, page ?? null).catch(() => {});
      return true;
    },
    onMove(listener) {
      movers.add(listener);
      return () => void movers.delete(listener);
    },
  }));
});
