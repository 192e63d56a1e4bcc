import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** A press becomes a drag after so many px. */
const SLACK = 6;
/** So far beyond the window's edge a tab is let go of outside it, px: over the window's own title bar it is not. */
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
  /** Whether it would be let go of outside now. */
  out: boolean;
  end(): void;
}

/** Follows a press from here on; `onOut` where it is let go of outside the window. Esc gives it up. */
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
    // The pointer is heard wherever it goes from now on, and what is under it hears nothing.
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
 * Drags something out of the window with the mouse or a pen: `onOut` when it is let go of there. No drag of the system's: nothing
 * else takes it.
 *
 * @returns whether it would be let go of outside now, and the handler of the element
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
