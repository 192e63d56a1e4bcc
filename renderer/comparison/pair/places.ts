/** The places of a page where old and new differ, one after the other. Pure. */
import type { ComparedPage } from '../../../preload/contract.ts';
import { MAX_ZOOM, type Stand } from './stand.ts';

type Area = ComparedPage['areas']['old'][number];

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

/** The view with the place in the middle of its pane, large enough to read. */
export function standAt({ area }: Place): Stand {
  const side = Math.max(area.width, area.height, Number.EPSILON);
  return {
    zoom: Math.min(NEAREST, Math.max(1, FILLED / side)),
    x: area.x + area.width / 2,
    y: area.y + area.height / 2,
  };
}

/** The target of a step: another place of the page, or another page at its first or last place. */
export type Step = { place: number } | { page: 1 | -1 };

/**
 * From the whole page to its first place, from place to place, and from the last one to the next page; and back.
 *
 * @param place from 0; null: the whole page is shown
 */
export function stepFrom(place: number | null, count: number, by: 1 | -1): Step {
  const next = place === null ? (by === 1 ? 0 : -1) : place + by;
  return next >= 0 && next < count ? { place: next } : { page: by };
}
