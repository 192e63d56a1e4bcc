/** The view of old and new page in their panes: the same zoom and position for both. Pure; lengths are CSS px. */
import type { Area, ComparedPage } from '../../../main/comparison/rules/compared-page.ts';

export interface Size {
  width: number;
  height: number;
}

/** The shared view: `x` and `y` are the point of the page, in shares of it, in the middle of its pane. */
export interface Stand {
  /** 1: the whole page fits its pane. */
  zoom: number;
  x: number;
  y: number;
}

export const WHOLE_PAGE: Stand = { zoom: 1, x: 0.5, y: 0.5 };
export const MAX_ZOOM = 8;

/** The whole page, which grows towards the first place that changed. @param areas shares of the page */
export function startAt({ old, new: now }: { old: readonly Area[]; new: readonly Area[] }): Stand {
  const [area] = [...now, ...old];
  if (!area) return WHOLE_PAGE;
  return { zoom: 1, x: area.x + area.width / 2, y: area.y + area.height / 2 };
}

/** The scale at which each of the pages fits the pane; 1 if no size is known. */
export function fitScale(pane: Size, pages: readonly Size[]): number {
  const scales = pages.flatMap(({ width, height }) => [pane.width / width, pane.height / height]);
  const least = Math.min(...scales);
  return Number.isFinite(least) && least > 0 ? least : 1;
}

/** The upper left corner of a page of this size in its pane: centred if it fits, else without empty space beside it. */
export function cornerOf(stand: Stand, pane: Size, page: Size): { left: number; top: number } {
  return {
    left: cornerAlong(stand.x, pane.width, page.width),
    top: cornerAlong(stand.y, pane.height, page.height),
  };
}

function cornerAlong(share: number, pane: number, page: number): number {
  if (page <= pane) return (pane - page) / 2;
  return Math.min(0, Math.max(pane - page, pane / 2 - share * page));
}

/** The part of a page that its pane shows, px of the page at 100 %. @param box the page's position in its pane */
export function partInSight(
  box: Size & { left: number; top: number },
  pane: Size,
  scale: number,
): Size & { x: number; y: number } {
  const [x, y] = [Math.max(0, -box.left), Math.max(0, -box.top)];
  const width = Math.max(0, Math.min(box.width, pane.width - box.left) - x);
  const height = Math.max(0, Math.min(box.height, pane.height - box.top) - y);
  return { x: x / scale, y: y / scale, width: width / scale, height: height / scale };
}

/** Moves by this many px to the right and down, not beyond the page's edges. */
export function moved(stand: Stand, by: { x: number; y: number }, pane: Size, page: Size): Stand {
  return {
    ...stand,
    x: shareAlong(stand.x - by.x / page.width, pane.width, page.width),
    y: shareAlong(stand.y - by.y / page.height, pane.height, page.height),
  };
}

function shareAlong(share: number, pane: number, page: number): number {
  if (page <= pane) return 0.5;
  const half = pane / 2 / page;
  return Math.min(1 - half, Math.max(half, share));
}

/** Zooms by this factor, within the limits. */
export function zoomed(stand: Stand, factor: number): Stand {
  return { ...stand, zoom: Math.min(MAX_ZOOM, Math.max(1, stand.zoom * factor)) };
}

/** The place of an old page's area on the new page, shares of each. */
export function onNewPage(area: Area, by: ComparedPage['moved']): Area {
  if (!by) return area;
  return {
    x: area.x * by.x[0] + by.x[1],
    y: area.y * by.y[0] + by.y[1],
    width: area.width * by.x[0],
    height: area.height * by.y[0],
  };
}

/** A place that changed: its area, and its ring on each page. */
export interface Place {
  area: Area;
  /** From 0; null if that page has none. */
  old: number | null;
  new: number | null;
}

/** A place is zoomed to fill this share of its pane, if it is small enough. */
const FILLED = 0.6;
/** The most zoom for a small place: beyond it, the surroundings would not be visible. */
const NEAREST = Math.min(4, MAX_ZOOM);

/** The places of the new page, and those of the old page where the new one has none there. */
export function placesOf({ old, new: now }: ComparedPage['areas']): Place[] {
  const places = now.map((area, index): Place => {
    const other = old.findIndex((one) => overlap(one, area));
    return { area, old: other < 0 ? null : other, new: index };
  });
  for (const [index, area] of old.entries())
    if (!now.some((one) => overlap(one, area))) places.push({ area, old: index, new: null });
  return places;
}

function overlap(one: Area, other: Area): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/**
 * The view with the place in the middle of its pane, large enough to read.
 *
 * @param lines the zoom at which lines of text fill the pane's width: a paragraph is shown in its whole width; null: a chart
 */
export function standAt({ area }: Place, lines: number | null = null): Stand {
  const side = Math.max(area.width, area.height, Number.EPSILON);
  return {
    zoom: Math.min(NEAREST, Math.max(1, lines ?? FILLED / side)),
    x: area.x + area.width / 2,
    y: area.y + area.height / 2,
  };
}

/** The target of a step: another place of the page, or another page at its first or last place. */
type Step = { place: number } | { page: 1 | -1 };

/**
 * From the whole page to its first place, from place to place, and from the last one to the next page; and back.
 *
 * @param place from 0; null: the whole page is shown
 */
export function stepFrom(place: number | null, count: number, by: 1 | -1): Step {
  const next = place === null ? (by === 1 ? 0 : -1) : place + by;
  return next >= 0 && next < count ? { place: next } : { page: by };
}
