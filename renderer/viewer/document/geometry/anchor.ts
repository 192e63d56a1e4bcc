/** What keeps its place while the layout changes, and where to scroll for it. Pure; lengths in CSS px. */

import { GAP, groundOf, type PageLayout, pageAt } from './page-layout.ts';
import type { Place } from './place.ts';
import { type Point, turnPoint, unturnPoint } from './turns.ts';

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
