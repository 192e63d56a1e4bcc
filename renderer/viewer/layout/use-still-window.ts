import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { PageRegion, PageSize } from '../document/engine/pdf-engine.ts';
import { type PageLayout, visibleShare } from '../document/geometry/page-layout.ts';
import { unturnRegion } from '../document/geometry/turns.ts';

/** How long the region must not scroll before a part is painted sharp, ms. */
const STILL_MS = 80;
/** How far beyond the window a part is painted, CSS px. */
const MARGIN = 120;

/**
 * The visible part of each page, once scrolling has stopped: CSS px of the unturned page at 100 %, null if the page is not
 * visible. An unchanged part is the same object.
 */
export function useStillWindow(
  box: RefObject<HTMLElement | null>,
  layout: PageLayout,
  sizes: readonly PageSize[],
): { moved: () => void; partOf: (page: number) => PageRegion | null } {
  const [still, setStill] = useState<{ window: PageRegion; layout: PageLayout } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const parts = useRef(new Map<number, PageRegion>());
  const now = useRef(layout);
  now.current = layout;

  const moved = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const place = box.current;
      if (!place) return;
      const { scrollLeft: x, scrollTop: y, clientWidth: width, clientHeight: height } = place;
      setStill((before) =>
        before?.layout === now.current && isSame(before.window, { x, y, width, height })
          ? before
          : { window: { x, y, width, height }, layout: now.current },
      );
    }, STILL_MS);
  }, [box]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function partOf(page: number): PageRegion | null {
    const at = layout.pages[page - 1];
    const size = sizes[page - 1];
    if (!still || !at || !size) return null;
    const share = visibleShare(at, still.window, MARGIN);
    if (!share) {
      parts.current.delete(page);
      return null;
    }
    const own = unturnRegion(share, at.turn);
    const part = {
      x: own.x * size.width,
      y: own.y * size.height,
      width: own.width * size.width,
      height: own.height * size.height,
    };
    const before = parts.current.get(page);
    if (before && isSame(before, part)) return before;
    parts.current.set(page, part);
    return part;
  }
  return { moved, partOf };
}

function isSame(a: PageRegion, b: PageRegion): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
