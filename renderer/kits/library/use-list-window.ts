import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isHead, type LibraryView } from '../list/library-index.ts';
import { type LineHeights, type Lines, linesIn, scrolledTo, topOf } from './list-shape.ts';

/** Rows that are drawn beyond the visible ones, at either end. */
const BEYOND = 6;
/** Scrolling counts as ended this long after the last scroll event, ms. */
const SCROLL_END_MS = 200;
/** Longest wait of the lines beyond for an idle window, ms. */
const BEYOND_LATEST_MS = 1_000;

export interface ListWindow {
  /** The lines to be drawn. */
  lines: Lines;
  /** The first line that was drawn when scrolling last ended: from it on, rows are in order in the DOM. */
  settled: number;
  /** The most rows that these lines can hold, if there is no head among them. */
  most: number;
  /** Brings a line into view. */
  show(line: number): void;
  /** Scrolls to this position, px. */
  scrollTo(top: number): void;
}

/** Where the scroller is, how high it is, and how many lines are drawn beyond its edges. */
interface Place {
  top: number;
  height: number;
  beyond: number;
}

function isSame(a: Lines, b: Lines): boolean {
  return a.first === b.first && a.last === b.last && a.edge === b.edge;
}

/** How far the first visible kit has moved from one view to the next, px; 0 if it was removed. */
function movedBy(before: LibraryView, edge: number, view: LibraryView, px: LineHeights): number {
  for (let line = edge; line < before.rows.length; line += 1) {
    const row = before.rows[line];
    if (!row || isHead(row)) continue;
    const now = view.rowOf(row.kit.id);
    return now === undefined ? 0 : topOf(view, now, px) - topOf(before, line, px);
  }
  return 0;
}

/** Which lines of a long list are drawn while its scroller moves. */
export function useListWindow(
  scroller: RefObject<HTMLElement | null>,
  view: LibraryView,
  px: LineHeights,
): ListWindow {
  // Until measured, the list is assumed to be as high as the window; lines beyond its edges are drawn after the others.
  const [place, setPlace] = useState<Place>(() => ({ top: 0, height: window.innerHeight, beyond: 0 }));
  const [settled, setSettled] = useState(0);
  const lines = linesIn(view, place.top, place.height, place.beyond, px);
  const drawn = useRef({ view, lines, place, px });

  /** Draws the lines at the current scroll position, if other lines are drawn. */
  const follow = useCallback(
    (beyond: number = drawn.current.place.beyond) => {
      const element = scroller.current;
      if (!element) return;
      const { view: shown, lines: before, place: last } = drawn.current;
      const next = { top: element.scrollTop, height: element.clientHeight - px.top, beyond };
      const same = next.height === last.height && beyond === last.beyond;
      if (!same || !isSame(linesIn(shown, next.top, next.height, beyond, px), before)) setPlace(next);
    },
    [scroller, px],
  );

  // Kits that are added or removed above do not move the visible ones.
  useLayoutEffect(() => {
    const { view: before, lines: last, place: was, px: wasPx } = drawn.current;
    const element = scroller.current;
    if (!element || before === view || wasPx !== px || was.top === 0) return;
    const moved = movedBy(before, last.edge, view, px);
    if (moved !== 0) element.scrollTop = was.top + moved;
  }, [scroller, view, px]);
  useLayoutEffect(() => {
    drawn.current = { view, lines, place, px };
  });
  // A shorter list may have scrolled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every view may be shorter
  useLayoutEffect(() => follow(), [view, follow]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      // Renders in the same frame as the scrolling: a frame later there would be gaps.
      flushSync(() => follow());
      clearTimeout(timer);
      timer = setTimeout(() => setSettled(drawn.current.lines.first), SCROLL_END_MS);
    };
    const watch = new ResizeObserver(() => follow());
    element.addEventListener('scroll', onScroll, { passive: true });
    watch.observe(element);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
      watch.disconnect();
    };
  }, [scroller, follow]);

  useEffect(() => {
    const handle = requestIdleCallback(() => follow(BEYOND), { timeout: BEYOND_LATEST_MS });
    return () => cancelIdleCallback(handle);
  }, [follow]);

  const scrollTo = useCallback(
    (top: number) => {
      const element = scroller.current;
      if (!element || top === element.scrollTop) return;
      element.scrollTop = top;
      follow();
    },
    [scroller, follow],
  );

  const show = useCallback(
    (line: number) => {
      const element = scroller.current;
      if (!element) return;
      const height = element.clientHeight - px.top;
      scrollTo(scrolledTo(drawn.current.view, line, element.scrollTop, height, px));
    },
    [scroller, scrollTo, px],
  );

  return { lines, settled, most: Math.ceil(place.height / px.row) + 1 + 2 * place.beyond, show, scrollTo };
}
