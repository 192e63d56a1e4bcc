import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useStores } from '../../shell/state/registry.tsx';
import { useKits } from '../kits-store.ts';
import type { LibraryView } from '../list/library-index.ts';
import { librarySlice, useLibrary } from '../list/library-store.ts';
import { type LineHeights, scrolledTo, topOf } from './list-shape.ts';
import type { ListWindow } from './use-list-window.ts';

/** How many departed rows stay visible above the current time in the table. */
const ROWS_ABOVE = 2;

/** Where to scroll to have the current time near the upper edge, with the last departures above it; px. */
function nowTop(view: LibraryView, px: LineHeights): number {
  const { row } = view.now;
  if (row === null) return 0;
  const above = px.stays > 0 ? px.stays : ROWS_ABOVE * px.row;
  return Math.max(0, topOf(view, row, px) - above);
}

/**
 * Scrolls the list to where the person left it; at first, and in each new arrangement, to the active row or the next
 * departure. Until all kits are loaded it follows the next departure, unless the person has scrolled or moved.
 */
export function useListPlace(
  scroller: RefObject<HTMLElement | null>,
  { scrollTo }: Pick<ListWindow, 'scrollTo'>,
  px: LineHeights,
): void {
  const [library] = useStores(librarySlice);
  const view = useLibrary((state) => state.view);
  const arrangement = useLibrary((state) => state.arrangement);
  const complete = useKits((state) => state.complete);
  /** The arrangement whose place is settled; null while the list still looks for it. */
  const settled = useRef<unknown>(null);

  useLayoutEffect(() => {
    const { place, selection } = library.getState();
    if (settled.current === arrangement) return;
    const active = selection.active === null ? undefined : view.rowOf(selection.active);
    const element = scroller.current;
    if (place !== null) scrollTo(place);
    else if (active !== undefined && element)
      scrollTo(scrolledTo(view, active, nowTop(view, px), element.clientHeight - px.top, px));
    else scrollTo(arrangement.failedFirst ? 0 : nowTop(view, px));
    if (complete || place !== null) settled.current = arrangement;
  }, [library, scroller, view, arrangement, complete, px, scrollTo]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Once the person scrolls or moves, the list stays there.
    const settle = () => {
      settled.current = library.getState().arrangement;
    };
    const acts = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;
    for (const act of acts) element.addEventListener(act, settle, { passive: true });
    return () => {
      for (const act of acts) element.removeEventListener(act, settle);
    };
  }, [library, scroller]);

  // A layout effect, because its cleanup still finds the element.
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      if (element) library.getState().leaveAt(element.scrollTop);
    };
  }, [library, scroller]);
}
