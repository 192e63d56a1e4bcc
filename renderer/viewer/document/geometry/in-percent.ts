import type { PageRegion } from '../engine/pdf-engine.ts';

/** CSS of a part of the page, in percent of it, so it keeps its place at any zoom. */
export function inPercent({ x, y, width, height }: PageRegion) {
  return {
    left: `${100 * x}%`,
    top: `${100 * y}%`,
    width: `${100 * width}%`,
    height: `${100 * height}%`,
  };
}
