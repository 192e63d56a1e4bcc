import { type RefObject, useEffect } from 'react';
import { useViewer } from '../document/viewer-context.tsx';
import type { ViewerStore } from '../document/viewer-state.ts';
import type { ScrollKeeper } from './scroll-keeper.ts';

/** The gestures of the scrolled region: zoom around the pointer, drag, swipe, wheel and space bar. */
export function useGestures(
  scroller: RefObject<HTMLElement | null>,
  store: ViewerStore,
  keeper: ScrollKeeper,
): void {
  const single = useViewer((state) => state.arrangement === 'single');
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const end = new AbortController();
    const turn = (direction: Direction) => store.getState().turnPage(direction);
    attachDragPan(
      box,
      attachSpaceBar(box, (direction) => single && turn(direction), end.signal),
      end.signal,
    );
    attachArrowKeys(box, single, turn, end.signal);
    if (single) attachTurnGestures(box, turn, end.signal);
    const zoom = (factor: number, x: number, y: number) => {
      keeper.capture({ x, y });
      store.getState().setMode(store.getState().zoom * factor);
    };
    attachZoomGestures(box, zoom, end.signal);
    return () => end.abort();
  }, [scroller, store, keeper, single]);
}

type Direction = 1 | -1;

/** How far one press of an arrow key moves, CSS px, the same as in Chromium. */
const STEP = 40;

/**
 * Arrow keys on the scrolled region: left and right move a page that is wider than the window instead of turning it; up and
 * down turn the page at its end, in the single-page arrangement.
 */
function attachArrowKeys(
  box: HTMLElement,
  single: boolean,
  turn: (direction: Direction) => void,
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
      if (!single || box.scrollHeight > box.clientHeight + 1) return;
      event.preventDefault();
      turn(direction);
    }
  }
  box.addEventListener('keydown', keyDown, { signal });
}

/** How much of the window the space bar moves. */
const SHARE = 0.9;

/**
 * The space bar scrolls down by a window (with Shift up), and at the end to the next page in the single-page arrangement; held
 * while dragging, it pans. Returns `held`: whether it is held, and `dragged`: to be called after such a drag.
 */
function attachSpaceBar(
  box: HTMLElement,
  pastEnd: (direction: Direction) => void,
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
  function move(direction: Direction) {
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

/** How far the pointer must move before a press becomes a drag, CSS px. */
const SLACK = 3;

/**
 * Moves the ground with the mouse if there is nothing to select or press under it; with the space bar held, or with the middle
 * button, everywhere. Touch scrolls without it.
 */
function attachDragPan(
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
    const x = event.clientX - frame.left - box.clientLeft;
    const y = event.clientY - frame.top - box.clientTop;
    if (x > box.clientWidth || y > box.clientHeight) return;
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

/** The least length of a swipe, CSS px, and its longest duration, ms; it must be twice as wide as high. */
const SWIPE_PX = 60;
const SWIPE_MS = 700;
/** Wheel travel past the page's end that turns the page, CSS px, and the pause after a turn, ms, for a trackpad's inertia. */
const WHEEL_PX = 60;
const WHEEL_REST_MS = 350;

/** Turns pages by a swipe and by the wheel past the page's end, in the single-page arrangement. */
function attachTurnGestures(
  box: HTMLElement,
  turn: (direction: Direction) => void,
  signal: AbortSignal,
): void {
  let start: { x: number; y: number; time: number; left: number } | null = null;
  let travel = 0;
  let turnedAt = Number.NEGATIVE_INFINITY;

  function touchStart(event: TouchEvent) {
    const [touch] = event.touches;
    start =
      event.touches.length === 1 && touch
        ? { x: touch.clientX, y: touch.clientY, time: event.timeStamp, left: box.scrollLeft }
        : null;
  }
  /** Prevents the browser from using a swipe to go through its history. */
  function touchMove(event: TouchEvent) {
    const [touch] = event.touches;
    if (!start || !touch || !event.cancelable || box.scrollWidth > box.clientWidth + 1) return;
    if (Math.abs(touch.clientX - start.x) > Math.abs(touch.clientY - start.y)) event.preventDefault();
  }
  function touchEnd(event: TouchEvent) {
    const [touch] = event.changedTouches;
    if (!start || !touch || event.touches.length > 0) return;
    const x = touch.clientX - start.x;
    const y = touch.clientY - start.y;
    const swipe =
      Math.abs(x) >= SWIPE_PX && Math.abs(x) > 2 * Math.abs(y) && event.timeStamp - start.time <= SWIPE_MS;
    // A swipe on a page wider than the window moves it and does not turn it.
    if (swipe && Math.abs(box.scrollLeft - start.left) < 2) turn(x < 0 ? 1 : -1);
    start = null;
  }
  function wheel(event: WheelEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.deltaY === 0) return;
    const down = event.deltaY > 0;
    const atEnd = down ? box.scrollTop + box.clientHeight >= box.scrollHeight - 1 : box.scrollTop <= 0;
    if (!atEnd || Math.sign(travel) === -Math.sign(event.deltaY)) travel = 0;
    if (!atEnd || event.timeStamp - turnedAt < WHEEL_REST_MS) return;
    travel += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 33;
    if (Math.abs(travel) < WHEEL_PX) return;
    travel = 0;
    turnedAt = event.timeStamp;
    turn(down ? 1 : -1);
  }
  box.addEventListener('touchstart', touchStart, { passive: true, signal });
  box.addEventListener('touchmove', touchMove, { passive: false, signal });
  box.addEventListener('touchend', touchEnd, { passive: true, signal });
  box.addEventListener('wheel', wheel, { passive: true, signal });
}

/** One notch of a wheel, about 100 px, zooms by a sixth. */
const WHEEL_STEP = 1.0015;
/** A trackpad's pinch arrives as small wheel steps with Ctrl (Chromium); it zooms more per px. */
const PINCH_STEP = 1.01;

/**
 * Zooms around the pointer by Ctrl + wheel and by a trackpad's pinch, and around the middle of two fingers on a screen.
 * `zoom` gets a factor and the point in the box, CSS px, at most once a frame.
 */
function attachZoomGestures(
  box: HTMLElement,
  zoom: (factor: number, x: number, y: number) => void,
  signal: AbortSignal,
): void {
  let factor = 1;
  let at = { x: 0, y: 0 };
  let frame = 0;
  let spread = 0;

  function add(more: number, clientX: number, clientY: number) {
    const place = box.getBoundingClientRect();
    factor *= more;
    at = { x: clientX - place.left - box.clientLeft, y: clientY - place.top - box.clientTop };
    if (frame === 0) {
      frame = requestAnimationFrame(() => {
        frame = 0;
        const now = factor;
        factor = 1;
        zoom(now, at.x, at.y);
      });
    }
  }
  function wheel(event: WheelEvent) {
    if (!(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
    const fine = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL && Math.abs(px) < 40;
    add((fine ? PINCH_STEP : WHEEL_STEP) ** -px, event.clientX, event.clientY);
  }
  function fingers(event: TouchEvent): { gap: number; x: number; y: number } | null {
    const [one, other] = event.touches;
    if (event.touches.length !== 2 || !one || !other) return null;
    return {
      gap: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      x: (one.clientX + other.clientX) / 2,
      y: (one.clientY + other.clientY) / 2,
    };
  }
  function touchStart(event: TouchEvent) {
    spread = fingers(event)?.gap ?? 0;
  }
  function touchMove(event: TouchEvent) {
    const now = fingers(event);
    if (!now || spread <= 0) return;
    event.preventDefault();
    if (now.gap > 0) add(now.gap / spread, now.x, now.y);
    spread = now.gap;
  }
  box.addEventListener('wheel', wheel, { passive: false, signal });
  box.addEventListener('touchstart', touchStart, { passive: true, signal });
  box.addEventListener('touchmove', touchMove, { passive: false, signal });
  signal.addEventListener('abort', () => cancelAnimationFrame(frame), { once: true });
}
