import { useStore } from 'zustand';
import { IconButton } from '../../design/button.tsx';
import type { IconName } from '../../design/icons.tsx';
import { type Command, isMac, keyWords } from '../document/keys/command.ts';
import { viewCommands } from '../document/keys/view-commands.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';
import { lightStore } from '../document/window/light-store.ts';
import { touchStore } from '../document/window/touch-mode.ts';

const none: Command = { id: 'none', group: 'window', keys: [], words: '', run: () => {} };

/** Whether a command can be used now, and whether what it switches is on; renewed when that changes. */
export function useCommandState(command: Command): { off: boolean; on: boolean | undefined } {
  const off = useViewer((state) => command.forbidden !== undefined || (command.isOff?.(state) ?? false));
  const on = useViewer((state) => command.isOn?.(state));
  // The touch mode is no part of the view, and neither is what the light does.
  useStore(touchStore, (state) => state.on);
  useStore(lightStore);
  return { off, on };
}

/** A button of the bar for one of the viewer's own commands: its words, its key and its state are those of the table. */
export function CommandButton({ id, icon, className }: { id: string; icon?: IconName; className?: string }) {
  const store = useViewerStore();
  const command = viewCommands.find((one) => one.id === id) ?? none;
  const { off, on } = useCommandState(command);
  const [keys] = command.keys;
  const button = (
    <IconButton
      icon={icon ?? command.icon ?? 'more'}
      label={command.words}
      {...(keys === undefined ? {} : { keys: keyWords(keys, isMac()) })}
      {...(on === undefined ? {} : { 'aria-pressed': on })}
      disabled={off}
      onClick={() => command.run({ state: store.getState(), back: () => {} })}
    />
  );
  return className ? <span className={className}>{button}</span> : button;
}
