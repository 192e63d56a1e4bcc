import { isPressed, type KeyPress } from '../../../design/key-press.ts';
import type { ViewerState } from '../viewer-state.ts';
import type { Command } from './command.ts';
import { isViewersKey, type KeyScope } from './key-scope.ts';
import { viewCommands } from './view-commands.ts';

/** All commands of this view, those of other parts last. */
export function allCommands(state: Pick<ViewerState, 'moreCommands'>): readonly Command[] {
  return [...viewCommands, ...state.moreCommands];
}

/**
 * Runs the viewer's command of a key; false if it has none. The scrolled region handles arrow up and down and the space bar
 * itself. `scope`: what has the focus. `back` leaves the viewer.
 */
export function viewerKey(
  event: KeyPress & Partial<Pick<KeyboardEvent, 'defaultPrevented'>>,
  state: ViewerState,
  scope: KeyScope,
  back: () => void,
): boolean {
  if (event.defaultPrevented) return false;
  for (const command of allCommands(state)) {
    const pressed = command.keys.some((keys) => isPressed(keys, event) && isViewersKey(keys, scope));
    if (!pressed) continue;
    if (command.forbidden !== undefined) state.tell(command.forbidden);
    else if (!command.isOff?.(state)) command.run({ state, back });
    return true;
  }
  return false;
}
