import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { fittedPart } from '../document/geometry/fitted-part.ts';
import { type Side, sidesBeyond } from '../document/geometry/in-view.ts';
import type { PageLayout } from '../document/geometry/page-layout.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';
import { viewerWords } from '../words.ts';

/** The sides on which the page in view continues beyond the window; `look` updates them. */
export function useSidesBeyond(
  scroller: RefObject<HTMLElement | null>,
  layout: PageLayout,
): { sides: readonly Side[]; look: () => void } {
  const store = useViewerStore();
  const drawn = useViewer((state) => state.drawn);
  const page = useViewer((state) => state.page);
  const [sides, setSides] = useState<readonly Side[]>([]);
  const now = useRef(layout);
  now.current = layout;
  const look = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const state = store.getState();
    const scroll = { left: box.scrollLeft, top: box.scrollTop };
    const found = sidesBeyond(now.current, scroll, state.page, (one) => fittedPart(state, one));
    setSides((before) => (before.join() === found.join() ? before : found));
  }, [scroller, store]);
  // The drawn part or the page's size may change without scrolling.
  useLayoutEffect(() => {
    if (layout.pages.length > 0 && drawn && page > 0) look();
  }, [look, layout, drawn, page]);
  return { sides, look };
}

/** The sides in words; null if the whole page is in the window. */
export function beyondWords(sides: readonly Side[]): string | null {
  const { beyond, sides: names } = viewerWords.edges;
  return sides.length === 0 ? null : beyond(sides.map((side) => names[side]).join(', '));
}
