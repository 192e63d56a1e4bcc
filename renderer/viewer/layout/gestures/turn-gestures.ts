/** The least length of a swipe, CSS px, and its longest duration, ms; it must be twice as wide as high. */
const SWIPE_PX = 60;
const SWIPE_MS = 700;
/** Wheel travel past the page's end that turns the page, CSS px, and the pause after a turn, ms, for a trackpad's inertia. */
const WHEEL_PX = 60;
const WHEEL_REST_MS = 350;

type Direction = 1 | -1;

/** Turns pages by a swipe and by the wheel past the page's end, in the single-page arrangement. */
export function attachTurnGestures(
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
