import type { ViewerState } from './viewer-store.ts';

/**
 * What a key does in the viewer; false where it does nothing here. Arrow up and down and Space stay with the scrolled
 * region. `typing`: the focus is in a text field, where only keys with Ctrl act.
 */
export function viewerKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  state: ViewerState,
  typing: boolean,
  back: () => void,
): boolean {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  if (control) {
    switch (event.key.toLowerCase()) {
      case 'f':
        state.openFind(true);
        return true;
      case '+':
      case '=':
        state.step(1);
        return true;
      case '-':
        state.step(-1);
        return true;
      case '0':
        state.setMode('page');
        return true;
      case 'home':
        state.goTo(1);
        return true;
      case 'end':
        state.goTo(state.pageCount);
        return true;
      default:
        return false;
    }
  }
  if (event.key === 'Escape') {
    if (state.note) state.clearNote();
    else if (state.find.open) state.openFind(false);
    else back();
    return true;
  }
  if (typing) return false;
  const actions: Record<string, () => void> = {
    PageDown: () => state.goTo(state.page + 1),
    ArrowRight: () => state.goTo(state.page + 1),
    PageUp: () => state.goTo(state.page - 1),
    ArrowLeft: () => state.goTo(state.page - 1),
    Home: () => state.goTo(1),
    End: () => state.goTo(state.pageCount),
    '+': () => state.step(1),
    '=': () => state.step(1),
    '-': () => state.step(-1),
    '0': () => state.setMode('page'),
    p: () => state.setMode('page'),
    w: () => state.setMode('width'),
    n: () => state.nextLight(),
    o: () => void state.toggleOutline(),
    '/': () => state.openFind(true),
    F3: () => state.nextMatch(event.shiftKey ? -1 : 1),
  };
  const action = actions[event.key];
  action?.();
  return action !== undefined;
}
