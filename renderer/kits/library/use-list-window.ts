import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStores } from '../../shell/state/registry.tsx';
import { useKits } from '../kits-store.ts';
import type { Arrangement } from '../list/arrangement.ts';
import { lowerBound } from '../list/kit-collection.ts';
import { isHead, type LibraryView } from '../list/library-index.ts';
import { librarySlice, useLibrary } from '../list/library-store.ts';

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
 * Scrolls the list to where the person left it; at first, and in another layout, to the active row or the next departure. A new
 * order begins at its top, or at the next departure. Until all kits are loaded the list follows the next departure, unless the
 * person has scrolled or moved.
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
  const settled = useRef<Arrangement>(null);

  useLayoutEffect(() => {
    const { place, selection } = library.getState();
    if (settled.current === arrangement) return;
    const isReordered = settled.current?.layout === arrangement.layout;
    const active = isReordered || selection.active === null ? undefined : view.rowOf(selection.active);
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

/** The heights of a layout, px. */
export interface LineHeights {
  row: number;
  /** A head of a group, and the line of the time now. */
  head: number;
  /** The column heads, which stay at the upper edge above all lines. */
  top: number;
  /** What a group's head covers while it stays at the upper edge. */
  stays: number;
}

/** Cards; the same in kit-row.css. */
export const CARDS: LineHeights = { row: 68, head: 36, top: 0, stays: 36 };
/** The table; the same in kit-table.css. */
export const TABLE: LineHeights = { row: 28, head: 24, top: 30, stays: 0 };

/** Free space below a row that is scrolled into view, px. */
const BELOW_PX = 8;

/** The part of a view that determines its shape. */
type Shaped = Pick<LibraryView, 'rows' | 'heads' | 'headsUpTo'>;

/** The lines from `first` to `last`, both included (none if `last` is less), and the one at the upper edge. */
interface Lines {
  first: number;
  last: number;
  edge: number;
}

/** The height of all lines, px. */
export function heightOf({ rows, heads }: Shaped, px: LineHeights): number {
  return heads.length * px.head + (rows.length - heads.length) * px.row;
}

/** The upper edge of a line, px. */
export function topOf(view: Shaped, line: number, px: LineHeights): number {
  const heads = view.headsUpTo(line - 1);
  return heads * px.head + (line - heads) * px.row;
}

/** The line at `y` px; the first or last one beyond the ends. */
export function lineAt({ rows, heads }: Shaped, y: number, px: LineHeights): number {
  const edge = (head: number) => head * px.head + ((heads[head] ?? 0) - head) * px.row;
  // The last head at or above `y`: below it there are only rows.
  const head = lowerBound(heads.length, (index) => edge(index) <= y) - 1;
  const first = head < 0 ? 0 : (heads[head] ?? 0) + 1;
  const line = first + Math.floor((head < 0 ? y : y - edge(head) - px.head) / px.row);
  return Math.max(0, Math.min(rows.length - 1, line));
}

/** The lines that are visible between `top` and `top + height`, and `beyond` more at either end. */
export function linesIn(view: Shaped, top: number, height: number, beyond: number, px: LineHeights): Lines {
  if (view.rows.length === 0) return { first: 0, last: -1, edge: 0 };
  const edge = lineAt(view, top, px);
  return {
    first: Math.max(0, edge - beyond),
    last: Math.min(view.rows.length - 1, lineAt(view, top + height - 1, px) + beyond),
    edge,
  };
}

/** Where to scroll to show a whole row below what stays; `top` if it is visible already. px */
export function scrolledTo(view: Shaped, line: number, top: number, height: number, px: LineHeights): number {
  const edge = topOf(view, line, px);
  if (edge - px.stays < top) return Math.max(0, edge - px.stays);
  // If the list is lower than a row, the top of the row is shown.
  return Math.max(top, Math.min(edge - px.stays, edge + px.row + BELOW_PX - height));
}
