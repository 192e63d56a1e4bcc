import { kitsSlice } from '../kits/kits-store.ts';
import { librarySlice } from '../kits/list/library-store.ts';
import { shelfSlice } from '../shelf/shelf-store.ts';
import { ViewerScreen } from './lazy-components.tsx';
import { noticesSlice } from './state/notices-store.ts';
import type { Registry } from './state/registry.tsx';
import { sessionSlice } from './state/session-store.ts';
import { settingsSlice } from './state/settings-store.ts';
import { windowsSlice } from './state/windows-store.ts';
import { workspaceSlice } from './state/workspace-store.ts';

/** Requests the window's data and follows it before the first render, so that answers load meanwhile. */
export function begin({ get }: Registry): void {
  const { viewer, start } = get(windowsSlice).getState();
  if (viewer) {
    const { kit_id, page } = viewer;
    get(workspaceSlice)
      .getState()
      .open(kit_id, page === null ? {} : { page });
    void ViewerScreen.load();
  }
  start();
  // Creates the list's slice now, so it follows the kits from their first change on.
  get(librarySlice);
  get(kitsSlice).getState().start();
  get(noticesSlice).getState().start();
  get(shelfSlice).getState().start();
  get(sessionSlice).getState().start();
  get(settingsSlice).getState().start();
}
