/** How much of the window the space bar moves. */
const SHARE = 0.9;

/**
 * The space bar scrolls down by a window (with Shift up), and at the end to the next page in the single-page arrangement; held
 * while dragging, it pans. Returns `held`: whether it is held, and `dragged`: to be called after such a drag.
 */
export function attachSpaceBar(
  box: HTMLElement,
  pastEnd: (direction: 1 | -1) => void,
  signal: AbortSignal,
): { held: () => boolean; dragged: () => void } {
  let held = false;
  let used = false;

  function keyDown(event: KeyboardEvent) {
    if (event.key !== ' ' || event.target !== box || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Held without a drag, it keeps scrolling, as in the browser.
    if (event.repeat && held && !used) return move(event.shiftKey ? -1 : 1);
    if (!held) used = false;
    held = true;
    box.dataset.hand = 'true';
  }
  function keyUp(event: KeyboardEvent) {
    if (event.key !== ' ' || !held) return;
    release();
    if (!used) move(event.shiftKey ? -1 : 1);
  }
  function move(direction: 1 | -1) {
    const before = box.scrollTop;
    box.scrollBy({ top: direction * SHARE * box.clientHeight, behavior: 'instant' });
    if (Math.abs(box.scrollTop - before) < 1) pastEnd(direction);
  }
  function release() {
    held = false;
    delete box.dataset.hand;
  }
  box.addEventListener('keydown', keyDown, { signal });
  box.addEventListener('keyup', keyUp, { signal });
  box.addEventListener('blur', release, { signal });
  return {
    held: () => held,
    dragged: () => {
      used = true;
    },
  };
}
