/** How far the pointer must move before a press becomes a drag, CSS px. */
const SLACK = 3;

/**
 * Moves the ground with the mouse if there is nothing to select or press under it; with the space bar held, or with the middle
 * button, everywhere. Touch scrolls without it.
 */
export function attachDragPan(
  box: HTMLElement,
  space: { held: () => boolean; dragged: () => void },
  signal: AbortSignal,
): void {
  let from: { id: number; x: number; y: number; left: number; top: number } | null = null;
  let moving = false;

  function down(event: PointerEvent) {
    if (event.pointerType !== 'mouse' || event.defaultPrevented || !(event.target instanceof Element)) return;
    const forced = event.button === 1 || (event.button === 0 && space.held());
    const free = event.button === 0 && isFree(event.target);
    if (!forced && !free) return;
    if (forced) event.preventDefault();
    // The browser handles the scroll bar.
    const frame = box.getBoundingClientRect();
    if (event.clientX - frame.left > box.clientWidth || event.clientY - frame.top > box.clientHeight) return;
    from = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      left: box.scrollLeft,
      top: box.scrollTop,
    };
  }
  function move(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return;
    const x = event.clientX - from.x;
    const y = event.clientY - from.y;
    if (!moving) {
      if (Math.hypot(x, y) < SLACK) return;
      moving = true;
      box.setPointerCapture(from.id);
      box.dataset.panning = 'true';
      space.dragged();
    }
    box.scrollTo({ left: from.left - x, top: from.top - y, behavior: 'instant' });
  }
  function end(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return;
    from = null;
    moving = false;
    delete box.dataset.panning;
  }
  /** A drag must not begin a selection, and the middle button must not autoscroll. */
  function mouseDown(event: MouseEvent) {
    if (!from) return;
    if (event.button === 1 || space.held()) event.preventDefault();
    else if (event.detail === 1 && !event.shiftKey) {
      event.preventDefault();
      window.getSelection()?.removeAllRanges();
      box.focus({ preventScroll: true });
    }
  }
  box.addEventListener('pointerdown', down, { signal });
  box.addEventListener('mousedown', mouseDown, { signal });
  box.addEventListener('pointermove', move, { signal });
  box.addEventListener('pointerup', end, { signal });
  box.addEventListener('pointercancel', end, { signal });
}

/** Whether nothing under the pointer uses it: no text to select, nothing to press, no tool that draws. */
function isFree(target: Element): boolean {
  return target.closest('.textLayer :is(span, br), button, a, input, textarea, [data-no-pan]') === null;
}
