/** Where the pages stand in a continuous column, and which zoom fits. Pure; lengths in CSS px. */
import type { PageSize } from './engine/pdf-engine.ts';

export const MIN_ZOOM = 0.25;
export const MAX_ZOOM = 8;
/** Room between pages and around the column. */
export const GAP = 12;

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8];

export type ZoomMode = 'page' | 'width' | number;

export interface PageLayout {
  /** Top, size and zoom of each page; index 0 is page 1. */
  pages: readonly { top: number; width: number; height: number; zoom: number }[];
  height: number;
  width: number;
}

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

/** The zoom that a mode means for a page of this size in a window of that size. */
export function zoomFor(mode: ZoomMode, page: PageSize, view: PageSize): number {
  if (typeof mode === 'number') return clampZoom(mode);
  const byWidth = (view.width - 2 * GAP) / page.width;
  const byHeight = (view.height - 2 * GAP) / page.height;
  return clampZoom(mode === 'width' ? byWidth : Math.min(byWidth, byHeight));
}

/**
 * The column of pages, at least as wide as the window. In a fit mode each page fits by itself, so that a landscape chart
 * among upright sheets is never cut off.
 */
export function layoutPages(sizes: readonly PageSize[], mode: ZoomMode, view: PageSize): PageLayout {
  let top = GAP;
  let widest = 0;
  const pages = sizes.map((size) => {
    const zoom = zoomFor(mode, size, view);
    const page = { top, zoom, width: Math.floor(size.width * zoom), height: Math.floor(size.height * zoom) };
    top += page.height + GAP;
    widest = Math.max(widest, page.width);
    return page;
  });
  return { pages, height: top, width: Math.max(view.width, widest + 2 * GAP) };
}

/** The page (from 1) that stands at height `y`, or the one above the gap there. */
export function pageAt(layout: PageLayout, y: number): number {
  let low = 0;
  let high = layout.pages.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((layout.pages[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** First and last page (from 1) between two heights, with `around` more at each end. */
export function pagesBetween(
  layout: PageLayout,
  top: number,
  bottom: number,
  around: number,
): { first: number; last: number } {
  return {
    first: Math.max(1, pageAt(layout, top) - around),
    last: Math.min(layout.pages.length, pageAt(layout, bottom) + around),
  };
}

/** Canvas px that one page may cost; above it the whole page is painted coarser and the visible part anew. */
export const PIXEL_BUDGET = 12_000_000;

/** The scale at which the whole page is painted: as wanted, or what the budget allows. */
export function paintScale(size: PageSize, wanted: number): number {
  const pixels = size.width * size.height * wanted * wanted;
  return pixels <= PIXEL_BUDGET ? wanted : wanted * Math.sqrt(PIXEL_BUDGET / pixels);
}
