import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** A press becomes a drag after this distance, px. */
const SLACK = 6;
/** A tab counts as dropped outside this far beyond the window's edge, px: not over the window's own title bar. */
const BEYOND = 40;

/** Whether a point of the page lies outside the window. */
export function isOutside(
  { x, y }: { x: number; y: number },
  { width, height }: { width: number; height: number },
): boolean {
  return x < -BEYOND || y < -BEYOND || x > width + BEYOND || y > height + BEYOND;
}

/** A press that may become a drag; `end` stops listening. */
interface Press {
  /** Whether releasing it now would drop it outside. */
  out: boolean;
  end(): void;
}

/** Follows a press from here on; calls `onOut` if it is released outside the window. Esc cancels it. */
function follow(
  from: PointerEvent<HTMLElement>,
  onLeaving: (leaving: boolean) => void,
  onOut: () => void,
): Press {
  const { pointerId, clientX, clientY, currentTarget } = from;
  const listening = new AbortController();
  const { signal } = listening;
  const press: Press = {
    out: false,
    end() {
      listening.abort();
      onLeaving(false);
    },
  };
  let dragged = false;
  const mine = (event: Event): event is globalThis.PointerEvent =>
    event instanceof globalThis.PointerEvent && event.pointerId === pointerId;
  const heard = (name: string, hear: (event: globalThis.PointerEvent) => void) =>
    window.addEventListener(name, (event) => mine(event) && hear(event), { signal });
  heard('pointermove', (event) => {
    if (!dragged && Math.hypot(event.clientX - clientX, event.clientY - clientY) <= SLACK) return;
    // From now on only this element gets the pointer's events, wherever the pointer is.
    if (!dragged) currentTarget.setPointerCapture(pointerId);
    dragged = true;
    const out = isOutside({ x: event.clientX, y: event.clientY }, viewport());
    if (out !== press.out) onLeaving(out);
    press.out = out;
  });
  heard('pointerup', () => {
    press.end();
    if (press.out) onOut();
  });
  heard('pointercancel', press.end);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !dragged) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      press.end();
    },
    { capture: true, signal },
  );
  return press;
}

/**
 * Drags something out of the window with the mouse or a pen; calls `onOut` when it is dropped there. This is not a system drag:
 * no other app can receive it.
 *
 * @returns whether releasing it now would drop it outside, and the element's event handler
 */
export function useTearOff(onOut: () => void) {
  const [leaving, setLeaving] = useState(false);
  const press = useRef<Press | null>(null);
  useEffect(() => () => press.current?.end(), []);
  return {
    leaving,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      press.current?.end();
      // A finger scrolls the row of tabs.
      if (event.button === 0 && event.pointerType !== 'touch')
        press.current = follow(event, setLeaving, onOut);
    },
  };
}

function viewport() {
  return { width: window.innerWidth, height: window.innerHeight };
}
