/** The positions of the pages in each arrangement, and the zoom that fits. Pure; lengths in CSS px. */
import type { QuarterTurn, ReadingPlace } from '../../../../preload/contract.ts';
import type { PageRegion, PageSize } from '../engine/pdf-engine.ts';
import { turnedSize, turnRegion } from './turns.ts';

/** A4 portrait at 100 %, assumed until a size is known. */
export const A4: PageSize = { width: 794, height: 1123 };
/** Space between pages and around them. */
export const GAP = 12;

/** One column; one page alone; or two side by side as in a bound book: the cover alone, then 2-3, 4-5. */
export type Arrangement = ReadingPlace['layout'];

/** A page in its position, turned. */
export interface PageBox {
  left: number;
  top: number;
  width: number;
  height: number;
  zoom: number;
  turn: QuarterTurn;
  /** Index of its row. */
  row: number;
}

/** Pages side by side; `top` and `height` are without the gaps. */
export interface PageRow {
  first: number;
  last: number;
  top: number;
  width: number;
  height: number;
  /** Top of the fitted part of the page; null if the whole page is fitted. */
  fitTop: number | null;
}

export interface PageLayout {
  arrangement: Arrangement;
  view: PageSize;
  /** Index 0 is page 1. */
  pages: readonly PageBox[];
  rows: readonly PageRow[];
  /** Of all rows with their gaps, and at least the window's. */
  width: number;
  height: number;
}

interface LayoutInput {
  /** As in the document, unturned, CSS px at 100 %; index 0 is page 1. */
  sizes: readonly PageSize[];
  zoom: ZoomMode;
  view: PageSize;
  arrangement?: Arrangement;
  turnOf?: (page: number) => QuarterTurn;
  /** The part of a page that is drawn on, shares of the unturned page; null if not known. */
  drawnOf?: (page: number) => PageRegion | null;
  /** Whether a page is a chart, which the mode `auto` fits as `chart` does. */
  isChart?: (page: number) => boolean;
}

export const WHOLE: PageRegion = { x: 0, y: 0, width: 1, height: 1 };

/** A fit mode for pages side by side. */
type FitMode = Exclude<ZoomMode, 'auto'>;

/** The zoom that a mode means for pages of this size in a window of that size. */
export function zoomFor(mode: FitMode, size: PageSize, view: PageSize, gaps = 2): number {
  if (typeof mode === 'number') return clampZoom(mode);
  const byWidth = (view.width - gaps * GAP) / size.width;
  const byHeight = (view.height - 2 * GAP) / size.height;
  return Math.max(MIN_FIT, Math.min(8, mode === 'width' ? byWidth : Math.min(byWidth, byHeight)));
}

/** The pages (from 1) in the row of this page. */
export function rowOf(
  page: number,
  count: number,
  arrangement: Arrangement,
): { first: number; last: number } {
  if (arrangement !== 'facing' || page <= 1) return { first: page, last: page };
  const first = page - (page % 2);
  return { first, last: Math.min(count, first + 1) };
}

/** The page that a step forward or back leads to; the same one at the ends. */
export function pageAfter(page: number, count: number, arrangement: Arrangement, direction: 1 | -1): number {
  const row = rowOf(page, count, arrangement);
  const next = direction > 0 ? row.last + 1 : row.first - 1;
  return next < 1 || next > count ? page : rowOf(next, count, arrangement).first;
}

/**
 * Places all pages on a ground at least as wide as the window. In a fit mode each row is fitted separately, so a landscape
 * chart among portrait pages is never cut off. In the single-page arrangement each page has its own ground. In the mode `chart`
 * the drawn part of a page fills the window and is centred; the margins are outside. The mode `auto` does so for charts, and
 * makes other pages as wide as the window.
 */
export function layoutPages(input: LayoutInput): PageLayout {
  const { sizes, zoom: mode, view, arrangement = 'continuous', turnOf = () => 0 as const } = input;
  const { drawnOf = () => null, isChart = () => false } = input;
  const pages: PageBox[] = [];
  const rows: PageRow[] = [];
  let top = GAP;
  let widest = 0;
  for (let first = 1; first <= sizes.length; ) {
    const { last } = rowOf(first, sizes.length, arrangement);
    const turned: { size: PageSize; turn: QuarterTurn }[] = [];
    for (let page = first; page <= last; page += 1) {
      const turn = turnOf(page);
      turned.push({ turn, size: turnedSize(sizes[page - 1] ?? { width: 1, height: 1 }, turn) });
    }
    const spread = arrangement === 'facing';
    const wide = turned.reduce((sum, { size }) => sum + size.width, 0);
    const high = turned.reduce((most, { size }) => Math.max(most, size.height), 0);
    // A single page in a spread leaves the other half free.
    const alone = spread && turned.length === 1;
    const own = fitMode(mode, first, last, isChart);
    // A chart that is not measured yet is fitted as a whole page.
    const known = own === 'chart' && !spread ? drawnOf(first) : null;
    const part = known ?? (own === 'chart' && mode === 'auto' && !spread ? WHOLE : null);
    const drawn = part ? turnRegion(part, turnOf(first)) : WHOLE;
    const fitted = { width: (alone ? 2 * wide : wide) * drawn.width, height: high * drawn.height };
    const zoom = zoomFor(own, fitted, view, spread ? 3 : 2);
    const boxes = turned.map(({ size, turn }) => ({
      turn,
      zoom,
      width: Math.floor(size.width * zoom),
      height: Math.floor(size.height * zoom),
    }));
    const height = boxes.reduce((most, box) => Math.max(most, box.height), 0);
    const wideAll = boxes.reduce((sum, box) => sum + box.width, 0);
    // To centre the drawn part, the ground extends equally to both sides.
    const middle = drawn.x + drawn.width / 2;
    const width = spread
      ? (alone ? 2 * wideAll : wideAll) + GAP
      : Math.ceil(2 * Math.max(middle, 1 - middle) * wideAll);
    const single = arrangement === 'single';
    const rowTop = single ? Math.max(GAP, Math.floor((view.height - height) / 2)) : top;
    // The cover is on the right, a single last page on the left.
    let left = alone && first === 1 ? wideAll + GAP : 0;
    for (const box of boxes) {
      pages.push({
        ...box,
        left: left - Math.floor(spread ? width / 2 : middle * wideAll),
        top: rowTop + Math.floor((height - box.height) / 2),
        row: rows.length,
      });
      left += box.width + GAP;
    }
    const fitTop = part ? rowTop + Math.floor(drawn.y * height) : null;
    rows.push({ first, last, top: rowTop, width, height, fitTop });
    top += height + GAP;
    widest = Math.max(widest, width);
    first = last + 1;
  }
  const layout = {
    arrangement,
    view,
    pages,
    rows,
    width: Math.max(view.width, widest + 2 * GAP),
    height: top,
  };
  pages.forEach((page, index) => {
    page.left += Math.floor(groundOf(layout, index + 1).width / 2);
  });
  return layout;
}

function fitMode(mode: ZoomMode, first: number, last: number, isChart: (page: number) => boolean): FitMode {
  if (mode !== 'auto') return mode;
  for (let page = first; page <= last; page += 1) if (isChart(page)) return 'chart';
  return 'width';
}

/** The scrolled ground while this page is in view; in the single-page arrangement each page has its own. */
export function groundOf(layout: PageLayout, page: number): PageSize {
  const row = layout.rows[layout.pages[page - 1]?.row ?? 0];
  if (layout.arrangement !== 'single' || !row) return { width: layout.width, height: layout.height };
  return {
    width: Math.max(layout.view.width, row.width + 2 * GAP),
    height: Math.max(layout.view.height, row.height + 2 * GAP),
  };
}

/** Index of the row at height `y`, or of the one above the gap there. */
export function rowAt(rows: readonly PageRow[], y: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The page (from 1) at a point of the ground, or the nearest one above and left of it; `current` in the single-page arrangement. */
export function pageAt(layout: PageLayout, x: number, y: number, current: number): number {
  if (layout.arrangement === 'single') return current;
  const row = layout.rows[rowAt(layout.rows, y)];
  if (!row) return 1;
  let page = row.first;
  while (page < row.last && (layout.pages[page]?.left ?? Number.POSITIVE_INFINITY) <= x) page += 1;
  return page;
}

/** First and last page (from 1) in sight between two heights, with `around` more rows at each end. */
export function pagesBetween(
  layout: PageLayout,
  top: number,
  bottom: number,
  current: number,
): { first: number; last: number } {
  if (layout.arrangement === 'single') return { first: current, last: current };
  const end = rowAt(layout.rows, bottom);
  let begin = rowAt(layout.rows, top);
  const above = layout.rows[begin];
  // A row of which only the gap below is visible does not count.
  if (above && begin < end && above.top + above.height <= top) begin += 1;
  const first = layout.rows[begin];
  const last = layout.rows[end];
  return { first: first?.first ?? 1, last: last?.last ?? layout.pages.length };
}

/** The part of a page inside a window with a margin, shares of the turned page. Null if it is not visible. */
export function visibleShare(box: PageBox, window: PageRegion, margin: number): PageRegion | null {
  const x1 = Math.max(0, window.x - box.left - margin);
  const y1 = Math.max(0, window.y - box.top - margin);
  const x2 = Math.min(box.width, window.x + window.width - box.left + margin);
  const y2 = Math.min(box.height, window.y + window.height - box.top + margin);
  if (x2 <= x1 || y2 <= y1) return null;
  return {
    x: x1 / box.width,
    y: y1 / box.height,
    width: (x2 - x1) / box.width,
    height: (y2 - y1) / box.height,
  };
}

/** Bounds of a zoom that a person chooses. A page that is fitted may be smaller. */
export const MIN_ZOOM = 0.25;
export const MAX_ZOOM = 8;
/** The smallest zoom for fitting a huge page. */
const MIN_FIT = 0.02;

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8];

/**
 * `page`, `width`, `chart`: fit the page, its width, or its drawn part without margins; `auto`: `chart` for charts and `width`
 * for other pages; or a zoom.
 */
export type ZoomMode = 'auto' | 'page' | 'width' | 'chart' | number;

export function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}

/** The next step in or out from any zoom. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction > 0
      ? STEPS.find((step) => step > zoom * 1.001)
      : [...STEPS].reverse().find((step) => step < zoom * 0.999);
  return next ?? (direction > 0 ? MAX_ZOOM : MIN_ZOOM);
}
