/**
 * Which page is in view, and what is seen of it: the one answer for all that act on "this page" (page box, marks, print, the
 * kept place, find, turns, panels). Pure; lengths in CSS px.
 */
import type { PageRegion } from '../engine/pdf-engine.ts';
import type { Scroll } from './anchor.ts';
import { type PageLayout, type PageRow, pagesBetween, rowAt, visibleShare } from './page-layout.ts';

/** How far down the window the page is that counts as the one in view, a share. */
const IN_VIEW = 0.4;

/** The part of a page that is seen, shares of the page as it stands; null where nothing of it is. */
export function seenPart(layout: PageLayout, scroll: Scroll, page: number): PageRegion | null {
  const box = layout.pages[page - 1];
  return box ? visibleShare(box, { x: scroll.left, y: scroll.top, ...layout.view }, 0) : null;
}

/**
 * The page (from 1) in view: one that is seen, wherever any is.
 *
 * @param current the page that was in view before
 * @param asked the window was brought here for that page, and not by the person's own scrolling: it stays the one in view
 * while any of it is seen
 */
export function pageInView(layout: PageLayout, scroll: Scroll, current: number, asked: boolean): number {
  if (layout.arrangement === 'single' || (asked && seenPart(layout, scroll, current))) return current;
  const row = rowInView(layout, scroll, current);
  if (!row) return 1;
  const best = mostSeen(layout, scroll, row);
  const widest = seenWidth(layout, scroll, best);
  // Of wide pages among narrow ones, those at this height may all be beside the window.
  if (widest === 0)
    return mostSeen(
      layout,
      scroll,
      pagesBetween(layout, scroll.top, scroll.top + layout.view.height, 0, current),
    );
  if (current < row.first || current > row.last) return best;
  // Of two that stand side by side, the one that was asked for stays the page in view, unless the other one is read.
  const stays =
    seenPart(layout, scroll, current)?.width === 1 || seenWidth(layout, scroll, current) >= widest / 2;
  return stays ? current : best;
}

/** The row in view; where all rows are, that of the page that was. */
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

/** How much of a page is seen from side to side, CSS px. */
function seenWidth(layout: PageLayout, scroll: Scroll, page: number): number {
  return (seenPart(layout, scroll, page)?.width ?? 0) * (layout.pages[page - 1]?.width ?? 0);
}

/** The page that is seen widest; the first of equals. */
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
