import type { ViewerState } from '../viewer-state.ts';
import { type Command, isPressed, type KeyPress, worksWhileTyping } from './command.ts';
import { viewCommands } from './view-commands.ts';

/** All commands of this view, those of other parts last. */
export function allCommands(state: Pick<ViewerState, 'moreCommands'>): readonly Command[] {
  return [...viewCommands, ...state.moreCommands];
}

/**
 * Does what a key means in the viewer; false where it means nothing here. Arrow up and down and the space bar stay with the
 * scrolled region. `typing`: the focus is in a text field. `back` leaves the viewer.
 */
export function viewerKey(
  event: KeyPress & Partial<Pick<KeyboardEvent, 'defaultPrevented'>>,
  state: ViewerState,
  typing: boolean,
  back: () => void,
): boolean {
  if (event.defaultPrevented) return false;
  for (const command of allCommands(state)) {
    const pressed = command.keys.some(
      (keys) => isPressed(keys, event) && (!typing || worksWhileTyping(keys)),
    );
    if (!pressed) continue;
    if (!command.isOff?.(state)) command.run({ state, back });
    return true;
  }
  return false;
}
