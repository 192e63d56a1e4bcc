/** How far one press of an arrow key moves, CSS px, the same as in Chromium. */
const STEP = 40;

/**
 * Arrow keys on the scrolled region: left and right move a page that is wider than the window instead of turning it; up and
 * down turn the page at its end, in the single-page arrangement.
 */
export function attachArrowKeys(
  box: HTMLElement,
  single: () => boolean,
  turn: (direction: 1 | -1) => void,
  signal: AbortSignal,
): void {
  function keyDown(event: KeyboardEvent) {
    if (event.target !== box || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const direction = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (box.scrollWidth <= box.clientWidth + 1) return;
      event.preventDefault();
      box.scrollBy({ left: direction * STEP, behavior: 'instant' });
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      if (!single() || box.scrollHeight > box.clientHeight + 1) return;
      event.preventDefault();
      turn(direction);
    }
  }
  box.addEventListener('keydown', keyDown, { signal });
}
