import { type RefObject, useLayoutEffect } from 'react';

/** Room between a floating box, its anchor and the window's edge, CSS px. */
const GAP = 8;

/**
 * Keeps a fixed box below an anchor, above it where there is no room, and always inside the window, while things scroll.
 *
 * @param anchor the anchor in the window, or null while it is not to be seen: the box stays where it is then
 */
export function useFloating(
  box: RefObject<HTMLElement | null>,
  anchor: () => Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width'> | null,
): void {
  useLayoutEffect(() => {
    function place() {
      const element = box.current;
      const at = anchor();
      if (!element || !at) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      const below = at.bottom + GAP;
      const above = at.top - GAP - height;
      const top = below + height > window.innerHeight - GAP && above > GAP ? above : below;
      const left = at.left + at.width / 2 - width / 2;
      element.style.left = `${Math.round(within(left, window.innerWidth - width - GAP))}px`;
      element.style.top = `${Math.round(within(top, window.innerHeight - height - GAP))}px`;
    }
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [box, anchor]);
}

function within(value: number, most: number): number {
  return Math.max(GAP, Math.min(value, most));
}
