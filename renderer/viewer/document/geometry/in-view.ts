/**
 * Where the window is over the pages: which page is in view, for everything that acts on "this page" (page box, marks, print, the
 * stored place, find, rotation, panels), and what keeps its place while the layout changes. Pure; lengths in CSS px.
 */
import type { PageRegion } from '../engine/pdf-engine.ts';
import {
  GAP,
  groundOf,
  type PageLayout,
  type PageRow,
  pageAt,
  pagesBetween,
  rowAt,
  visibleShare,
  WHOLE,
} from './page-layout.ts';
import { type Point, turnPoint, turnRegion, unturnPoint } from './turns.ts';

/** A place to go to: a page, and the point of it (shares of the unturned page) that comes to the window's top left. */
export interface Place {
  page: number;
  down: number;
  /** Absent: the page stays in the middle. May lie beside the page. */
  across?: number;
}

export interface Scroll {
  left: number;
  top: number;
}

/** A point of a page (shares of the unturned page) that stays under a point of the window. */
export interface Anchor extends Point {
  page: number;
  /** Where in the window. */
  at: Point;
}

/** The point of a page that is under this point of the window; `current` is the page in view. */
export function anchorAt(layout: PageLayout, scroll: Scroll, at: Point, current: number): Anchor | null {
  const x = scroll.left + at.x;
  const y = scroll.top + at.y;
  const page = pageAt(layout, x, y, current);
  return anchorOn(layout, page, { x, y }, at);
}

/** The point of this page nearest to a point of the window, which stays where it is. */
export function anchorOnPage(layout: PageLayout, scroll: Scroll, page: number, near: Point): Anchor | null {
  const box = layout.pages[page - 1];
  if (!box) return null;
  const x = Math.min(box.left + box.width, Math.max(box.left, scroll.left + near.x));
  const y = Math.min(box.top + box.height, Math.max(box.top, scroll.top + near.y));
  return anchorOn(layout, page, { x, y }, { x: x - scroll.left, y: y - scroll.top });
}

function anchorOn(layout: PageLayout, page: number, ground: Point, at: Point): Anchor | null {
  const box = layout.pages[page - 1];
  if (!box) return null;
  const shares = { x: (ground.x - box.left) / box.width, y: (ground.y - box.top) / box.height };
  return { page, at, ...unturnPoint(shares, box.turn) };
}

/** Where to scroll so that the anchor is under its point of the window again. */
export function scrollFor(layout: PageLayout, anchor: Anchor): Scroll | null {
  const box = layout.pages[anchor.page - 1];
  if (!box) return null;
  const point = turnPoint(anchor, box.turn);
  return {
    left: box.left + point.x * box.width - anchor.at.x,
    top: box.top + point.y * box.height - anchor.at.y,
  };
}

/** Where in the document the window's top left is, relative to the page in view. */
export function placeAt(layout: PageLayout, scroll: Scroll, page: number): Place {
  const anchor = anchorOn(layout, page, { x: scroll.left, y: scroll.top }, { x: 0, y: 0 });
  return { page, down: anchor?.y ?? 0, across: anchor?.x ?? 0 };
}

/**
 * Where to scroll for a place: its point goes to the window's top left; without `across`, it goes near the top with a little
 * room above, and the page is centred. A page that is fitted to its drawn part is shown from the top of that part, wherever in
 * it the place is.
 */
export function scrollToPlace(layout: PageLayout, place: Place): Scroll | null {
  const box = layout.pages[place.page - 1];
  if (!box) return null;
  if (place.across !== undefined)
    return scrollFor(layout, { page: place.page, x: place.across, y: place.down, at: { x: 0, y: 0 } });
  const ground = groundOf(layout, place.page);
  const row = layout.rows[box.row];
  const point = turnPoint({ x: box.turn === 270 ? 1 : 0, y: place.down }, box.turn);
  const isFitted = row !== undefined && row.fitTop !== null;
  const down = place.down === 0 || isFitted ? 0 : point.y;
  return {
    left: (ground.width - layout.view.width) / 2,
    top: (down === 0 ? (row?.fitTop ?? row?.top ?? box.top) : box.top) - GAP + down * box.height,
  };
}

/** The page at this height of the window, a share from the top, is the one in view. */
const IN_VIEW = 0.4;

/** The visible part of a page, shares of the turned page; null if nothing of it is visible. */
function seenPart(layout: PageLayout, scroll: Scroll, page: number): PageRegion | null {
  const box = layout.pages[page - 1];
  return box ? visibleShare(box, { x: scroll.left, y: scroll.top, ...layout.view }, 0) : null;
}

/**
 * The page (from 1) in view: a visible one, if any is visible.
 *
 * @param current the page that was in view before
 * @param asked the window was moved to that page, not scrolled by the person: the page stays in view while any of it is
 * visible
 */
export function pageInView(layout: PageLayout, scroll: Scroll, current: number, asked: boolean): number {
  if (layout.arrangement === 'single' || (asked && seenPart(layout, scroll, current))) return current;
  const row = rowInView(layout, scroll, current);
  if (!row) return 1;
  const best = mostSeen(layout, scroll, row);
  const widest = seenWidth(layout, scroll, best);
  // With wide pages among narrow ones, all pages at this height may be beside the window.
  if (widest === 0)
    return mostSeen(
      layout,
      scroll,
      pagesBetween(layout, scroll.top, scroll.top + layout.view.height, current),
    );
  if (current < row.first || current > row.last) return best;
  // Of two pages side by side, the requested one stays in view, unless the other one is being read.
  const stays =
    seenPart(layout, scroll, current)?.width === 1 || seenWidth(layout, scroll, current) >= widest / 2;
  return stays ? current : best;
}

/** The row in view; if all rows are visible, the row of the page that was in view before. */
function rowInView(
  { rows, pages, view, height }: PageLayout,
  { top }: Scroll,
  current: number,
): PageRow | undefined {
  const atTop = top <= 1;
  const atEnd = top + view.height >= height - 1;
  if (atTop && atEnd) return rows[pages[current - 1]?.row ?? 0];
  if (atTop) return rows[0];
  return rows[atEnd ? rows.length - 1 : rowAt(rows, top + view.height * IN_VIEW)];
}

/** The visible width of a page, CSS px. */
function seenWidth(layout: PageLayout, scroll: Scroll, page: number): number {
  return (seenPart(layout, scroll, page)?.width ?? 0) * (layout.pages[page - 1]?.width ?? 0);
}

/** The page with the largest visible width; the first of equals. */
function mostSeen(
  layout: PageLayout,
  scroll: Scroll,
  { first, last }: { first: number; last: number },
): number {
  let best = first;
  for (let page = first + 1; page <= last; page += 1)
    if (seenWidth(layout, scroll, page) > seenWidth(layout, scroll, best)) best = page;
  return best;
}

const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

/** Less than this beyond the window does not count: it is less than the margin kept around what is drawn. */
const NOTHING = 6;

/**
 * The sides on which the page in view, or a page beside it, continues: its drawn part if known, else the page.
 *
 * @param page the page in view
 */
export function sidesBeyond(
  layout: PageLayout,
  scroll: Scroll,
  page: number,
  drawnOf: (page: number) => PageRegion | null,
): readonly Side[] {
  const row = layout.rows[layout.pages[page - 1]?.row ?? -1];
  if (!row || layout.view.width === 0) return [];
  const found = new Set<Side>();
  for (let one = row.first; one <= row.last; one += 1) {
    const box = layout.pages[one - 1];
    if (!box) continue;
    const part = turnRegion(drawnOf(one) ?? WHOLE, box.turn);
    const left = box.left + part.x * box.width - scroll.left;
    const top = box.top + part.y * box.height - scroll.top;
    if (top < -NOTHING) found.add('top');
    if (left < -NOTHING) found.add('left');
    if (top + part.height * box.height > layout.view.height + NOTHING) found.add('bottom');
    if (left + part.width * box.width > layout.view.width + NOTHING) found.add('right');
  }
  return sides.filter((side) => found.has(side));
}
