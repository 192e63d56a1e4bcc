import type { ElsewhereOptions } from '../../shell/state/windows-store.ts';
import type { WorkspaceStore } from '../../shell/state/workspace-store.ts';
import { type Command, commandsIn } from '../document/keys/command.ts';
import { workspaceWords } from '../words.ts';

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
