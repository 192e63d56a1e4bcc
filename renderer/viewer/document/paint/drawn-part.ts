/** The part of a page that is drawn on: the page without its white margins. */
import type { PageRegion } from '../engine/pdf-engine.ts';

/** A channel value below this, of 255, is ink; paper is white. Scans and dark pages have no margins to leave out. */
const PAPER = 236;
/** Margin around the drawn part, shares of the page, so that no line is at the window's edge or lost in a small picture. */
const ROOM = 0.008;

const WHOLE: PageRegion = { x: 0, y: 0, width: 1, height: 1 };

/** The part of a page with a little room around it, from a small picture of it. @param rgba its pixels */
export function drawnPart(rgba: ArrayLike<number>, width: number, height: number): PageRegion {
  const ink = inkPart(rgba, width, height);
  const x = Math.max(0, ink.x - ROOM);
  const y = Math.max(0, ink.y - ROOM);
  return {
    x,
    y,
    width: Math.min(1, ink.x + ink.width + ROOM) - x,
    height: Math.min(1, ink.y + ink.height + ROOM) - y,
  };
}

/**
 * The part of a page to the exact edges of its ink: lines anywhere count, however few. For a page without ink, the whole
 * page.
 *
 * @param rgba the pixels of a picture of it
 */
function inkPart(rgba: ArrayLike<number>, width: number, height: number): PageRegion {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (y * width + x);
      if (Math.min(rgba[at] ?? 255, rgba[at + 1] ?? 255, rgba[at + 2] ?? 255) >= PAPER) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return WHOLE;
  return {
    x: left / width,
    y: top / height,
    width: (right + 1 - left) / width,
    height: (bottom + 1 - top) / height,
  };
}

/** The same, for a picture of the painter. */
export function drawnPartOf(picture: ImageBitmap | HTMLCanvasElement): PageRegion {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (!context) return WHOLE;
  context.drawImage(picture, 0, 0);
  return drawnPart(context.getImageData(0, 0, width, height).data, width, height);
}
