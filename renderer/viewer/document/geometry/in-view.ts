/**
 * Which page is in view, and which part of it is visible, for everything that acts on "this page" (page box, marks, print, the
 * stored place, find, rotation, panels). Pure; lengths in CSS px.
 */
import type { PageRegion } from '../engine/pdf-engine.ts';
import type { Scroll } from './anchor.ts';
import { type PageLayout, type PageRow, pagesBetween, rowAt, visibleShare } from './page-layout.ts';

/** The page at this height of the window, a share from the top, is the one in view. */
const IN_VIEW = 0.4;

/** The visible part of a page, shares of the turned page; null if nothing of it is visible. */
export function seenPart(layout: PageLayout, scroll: Scroll, page: number): PageRegion | null {
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
      pagesBetween(layout, scroll.top, scroll.top + layout.view.height, 0, current),
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
