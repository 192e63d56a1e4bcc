/** One notch of a wheel, about 100 px, zooms by a sixth. */
const WHEEL_STEP = 1.0015;
/** A trackpad's pinch arrives as small wheel steps with Ctrl (Chromium); it zooms more per px. */
const PINCH_STEP = 1.01;

/**
 * Zooms around the pointer by Ctrl + wheel and by a trackpad's pinch, and around the middle of two fingers on a screen.
 * `zoom` gets a factor and the point in the box, CSS px, at most once a frame.
 */
export function attachZoomGestures(
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
    at = { x: clientX - place.left, y: clientY - place.top };
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
