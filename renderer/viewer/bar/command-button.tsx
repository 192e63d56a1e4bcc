import { useStore } from 'zustand';
import { IconButton } from '../../design/button.tsx';
import type { IconName } from '../../design/icons.tsx';
import type { Command } from '../document/keys/command.ts';
import { viewCommands } from '../document/keys/view-commands.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';
import { lightStore } from '../document/window/light-store.ts';
import { touchStore } from '../document/window/touch-mode.ts';

const none: Command = { id: 'none', group: 'window', keys: [], words: '', run: () => {} };

/** Whether a command is available now, and whether what it switches is on; renders again on changes. */
export function useCommandState(command: Command): { off: boolean; on: boolean | undefined } {
  const off = useViewer((state) => command.forbidden !== undefined || (command.isOff?.(state) ?? false));
  const on = useViewer((state) => command.isOn?.(state));
  // Touch mode and light are not part of the view's state.
  useStore(touchStore, (state) => state.on);
  useStore(lightStore);
  return { off, on };
}

/** A button of the bar for one of the viewer's own commands, with words, key and state from the table. */
export function CommandButton({ id, icon, className }: { id: string; icon?: IconName; className?: string }) {
  const store = useViewerStore();
  const command = viewCommands.find((one) => one.id === id) ?? none;
  const { off, on } = useCommandState(command);
  const button = (
    <IconButton
      icon={icon ?? command.icon ?? 'more'}
      label={command.words}
      keys={command.keys}
      {...(on === undefined ? {} : { 'aria-pressed': on })}
      disabled={off}
      onClick={() => command.run({ state: store.getState(), back: () => {} })}
    />
  );
  return className ? <span className={className}>{button}</span> : button;
}
