import { useEffect, useMemo } from 'react';
import { openingSlice } from '../../kits/opening-store.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { settingsSlice } from '../../shell/state/settings-store.ts';
import { useWindows, windowsSlice } from '../../shell/state/windows-store.ts';
import { type Tab, workspaceSlice } from '../../shell/state/workspace-store.ts';
import { keyScope } from '../document/keys/key-scope.ts';
import { lightCommands } from '../document/keys/light-commands.ts';
import { useCommands } from '../document/keys/use-commands.ts';
import { viewerKey } from '../document/keys/viewer-keys.ts';
import { useViewerStore } from '../document/viewer-context.tsx';
import { workspaceCommands } from './workspace-commands.ts';

/** Adds the workspace's commands to a kit's view. @param print pass the same object each time */
export function useKitCommands({ id, kitId }: Tab, print: Parameters<typeof workspaceCommands>[2]): void {
  const [workspace, settings, windows, opening] = useStores(
    workspaceSlice,
    settingsSlice,
    windowsSlice,
    openingSlice,
  );
  useCommands(
    useMemo(
      () => [
        ...lightCommands(settings),
        ...workspaceCommands(workspace, id, print, {
          // The only kit of an additional window already has its own window.
          canMove: () => windows.getState().viewer === null || workspace.getState().tabs.length > 1,
          move: (options) => void opening.getState().moveElsewhere(kitId, options),
        }),
      ],
      [settings, workspace, windows, opening, id, kitId, print],
    ),
  );
}

/** Handles the keys of the active view. @param toLibrary pass the same function each time */
export function useKitKeys(active: boolean, toLibrary: () => void): void {
  const store = useViewerStore();
  const isFurther = useWindows((state) => state.viewer !== null);
  useEffect(() => {
    if (!active) return;
    function onKey(event: KeyboardEvent) {
      // A stray Esc in an additional window must not bring the library's window to the front.
      const back = isFurther ? () => {} : toLibrary;
      if (viewerKey(event, store.getState(), keyScope(event.target), back)) event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [active, store, toLibrary, isFurther]);
}
