import { useEffect, useMemo } from 'react';
import { kitsSlice } from '../../kits/kits-store.ts';
import { openingSlice } from '../../kits/opening-store.ts';
import { settingsWords } from '../../settings/words.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { settingsSlice, useForbidden } from '../../shell/state/settings-store.ts';
import { type ElsewhereOptions, useWindows, windowsSlice } from '../../shell/state/windows-store.ts';
import { type Tab, type WorkspaceStore, workspaceSlice } from '../../shell/state/workspace-store.ts';
import { commandsIn, keyScope, useCommands } from '../document/keys/command.ts';
import { lightCommands, viewerKey } from '../document/keys/view-commands.ts';
import { useViewerStore } from '../document/viewer-context.tsx';
import type { Command } from '../document/viewer-state.ts';
import { viewerWords, workspaceWords } from '../words.ts';

/** Adds the workspace's commands to a kit's view. @param print pass the same object each time */
export function useKitCommands({ id, kitId }: Tab, print: Parameters<typeof workspaceCommands>[2]): void {
  const [workspace, settings, windows, opening, kits] = useStores(
    workspaceSlice,
    settingsSlice,
    windowsSlice,
    openingSlice,
    kitsSlice,
  );
  const noCopies = useForbidden('export');
  useCommands(
    useMemo<readonly Command[]>(
      () => [
        ...lightCommands(settings),
        ...workspaceCommands(workspace, id, print, {
          // The only kit of an additional window already has its own window.
          canMove: () => windows.getState().viewer === null || workspace.getState().tabs.length > 1,
          move: (options) => void opening.getState().moveElsewhere(kitId, options),
        }),
        {
          id: 'saveCopy',
          group: 'window',
          keys: [],
          words: viewerWords.saveCopy,
          icon: 'down',
          menu: true,
          forbidden: noCopies ? settingsWords.managed : undefined,
          run: () => void kits.getState().act('saveCopy', kitId),
        },
      ],
      [settings, workspace, windows, opening, kits, id, kitId, print, noCopies],
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

/** The commands of keyboard and menu for the open kits. */
export function workspaceCommands(
  workspace: WorkspaceStore,
  tabId: string,
  print: { run(): void; forbidden: string | undefined },
  /** The kit's additional windows: `move` moves its tab to a new one. */
  windows: { canMove(): boolean; move(options: ElsewhereOptions): void },
): readonly Command[] {
  const now = workspace.getState;
  const isOff = () => now().tabs.length < 2;
  const isSplit = () => now().panes.right !== null;
  return commandsIn('window', workspaceWords.commands, [
    {
      id: 'print',
      icon: 'print',
      menu: true,
      isOff: (state) => state.status !== 'open',
      ...print,
    },
    {
      id: 'split',
      icon: 'sideBySide',
      menu: true,
      isOn: isSplit,
      run: () => (isSplit() ? now().unsplit() : now().split()),
    },
    { id: 'twice', icon: 'sideBySide', menu: true, run: () => now().twice() },
    {
      id: 'otherView',
      isOff: () => !isSplit(),
      run: () => now().focus(now().active === 'left' ? 'right' : 'left'),
    },
    { id: 'nextTab', isOff, run: () => now().step(1) },
    { id: 'previousTab', isOff, run: () => now().step(-1) },
    { id: 'closeTab', run: () => now().close(tabId) },
    {
      id: 'elsewhere',
      icon: 'newWindow',
      menu: true,
      isOff: () => !windows.canMove(),
      run: () => windows.move({}),
    },
    {
      id: 'pageElsewhere',
      icon: 'newWindow',
      menu: true,
      isOff: (state) => state.pageCount === 0,
      run: ({ state }) => windows.move({ page: state.page, beside: true }),
    },
  ]);
}
