import type { WorkspaceStore } from '../../state/workspace-store.ts';
import { strings } from '../../strings/strings.ts';
import type { Command } from '../keys/command.ts';

/** What the keyboard and the menu do to the open kits. */
export function workspaceCommands(
  workspace: WorkspaceStore,
  tabId: string,
  print: () => void,
): readonly Command[] {
  const words = strings.workspace.commands;
  const single = () => workspace.getState().tabs.length < 2;
  const isSplit = () => workspace.getState().panes.right !== null;
  return [
    {
      id: 'print',
      group: 'window',
      keys: ['Ctrl+P'],
      words: words.print,
      icon: 'print',
      menu: true,
      isOff: (state) => state.status !== 'open',
      run: print,
    },
    {
      id: 'split',
      group: 'window',
      keys: ['Ctrl+\\'],
      words: words.split,
      icon: 'sideBySide',
      menu: true,
      isOn: isSplit,
      run: () => (isSplit() ? workspace.getState().unsplit() : workspace.getState().split()),
    },
    {
      id: 'otherView',
      group: 'window',
      keys: ['F6'],
      words: words.otherView,
      isOff: () => !isSplit(),
      run: () => workspace.getState().focus(workspace.getState().active === 'left' ? 'right' : 'left'),
    },
    {
      id: 'nextTab',
      group: 'window',
      keys: ['Ctrl+Tab', 'Ctrl+PageDown'],
      words: words.nextTab,
      isOff: single,
      run: () => workspace.getState().step(1),
    },
    {
      id: 'previousTab',
      group: 'window',
      keys: ['Ctrl+Shift+Tab', 'Ctrl+PageUp'],
      words: words.previousTab,
      isOff: single,
      run: () => workspace.getState().step(-1),
    },
    {
      id: 'closeTab',
      group: 'window',
      keys: ['Ctrl+W'],
      words: words.closeTab,
      run: () => workspace.getState().close(tabId),
    },
  ];
}
