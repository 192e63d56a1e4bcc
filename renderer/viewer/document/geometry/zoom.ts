/** Zoom: its bounds and its steps. Pure. 1 is 100 %. */

/** Bounds of a zoom that a person chooses. A page that is fitted may be smaller. */
export const MIN_ZOOM = 0.25;
export const MAX_ZOOM = 8;
/** The smallest zoom for fitting a huge page. */
export const MIN_FIT = 0.02;

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
