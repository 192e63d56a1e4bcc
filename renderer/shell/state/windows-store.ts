import { createStore } from 'zustand/vanilla';
import type { ViewerStart } from '../../../preload/contract.ts';
import { readPageStart } from '../../design/page-start.ts';
import { asUiFailure, type UiFailure } from './bridge.ts';
import { defineSlice } from './registry.tsx';
import { workspaceSlice } from './workspace-store.ts';

/** How a kit is to open in another window. */
export interface ElsewhereOptions {
  /** The page that it opens at; where the person was last, where absent. */
  page?: number;
  /** The window opens where the mouse is. */
  atPointer?: boolean;
  /** The tab stays here, and another window may show the kit already. */
  beside?: boolean;
}

interface WindowsState {
  /** What this window began with, where it is a further one that shows kits alone; null in the library's window. */
  viewer: ViewerStart | null;
  /** The kits that other windows have open. */
  elsewhere: ReadonlySet<string>;
  /** Says what is open here and hears what is open elsewhere; the answer ends it. */
  start(): () => void;
  /**
   * Opens a kit in a window of its own, or brings the one that shows it to the front; its tab here closes then, unless it was to
   * stay. Resolves to why it could not be, or null.
   */
  openElsewhere(kitId: string, options?: ElsewhereOptions): Promise<UiFailure | null>;
  /** Brings the window that has the kit open to the front, at this page; false where this one has it too, or no other has. */
  showElsewhere(kitId: string, page?: number): boolean;
  /** Calls the listener before a kit moves to another window: what is not kept yet is kept then. The answer ends it. */
  onMove(listener: (kitId: string) => void): () => void;
}

/** This window among the others. */
export const [windowsSlice, useWindows] = defineSlice(({ bridge, get: slice }) => {
  const workspace = slice(workspaceSlice);
  const movers = new Set<(kitId: string) => void>();
  const isHere = (kitId: string) => workspace.getState().tabs.some((tab) => tab.kitId === kitId);
  return createStore<WindowsState>()((set, get) => ({
    viewer: readPageStart()?.viewer ?? null,
    elsewhere: new Set(),
    start() {
      let told = '';
      const tell = () => {
        const kitIds = [...new Set(workspace.getState().tabs.map(({ kitId }) => kitId))];
        if (told === kitIds.join()) return;
        told = kitIds.join();
        // Without it a kit may be opened twice.
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
      // Asked for in this order: the other window finds what was kept.
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
