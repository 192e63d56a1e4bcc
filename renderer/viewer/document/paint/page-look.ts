import type { PageSize } from '../engine/pdf-engine.ts';

/** A picture of a whole page, unturned: CSS turns it. */
export interface PageLook {
  page: number;
  /** Canvas px for each CSS px at 100 %. */
  scale: number;
}

/** The most canvas px for one page; above it the whole page is painted coarser and the visible part again, sharp. */
const PIXEL_BUDGET = 6_000_000;

/** Equal for pictures that look the same; scales are compared to a ten-thousandth. */
export function lookKey({ page, scale }: PageLook): string {
  return `${page}/${scale.toFixed(4)}`;
}

/** The scale at which the whole page is painted: as wanted, or what the budget allows. */
export function wholePageScale(size: PageSize, wanted: number): number {
  const pixels = size.width * size.height * wanted * wanted;
  return pixels <= PIXEL_BUDGET ? wanted : wanted * Math.sqrt(PIXEL_BUDGET / pixels);
}

export type PagePixels = HTMLCanvasElement | ImageBitmap;

/** Number of sample points, across and down. */
const POINTS = 48;
/** Mean luminance below which a page is dark, of 255. Charts have 200 and more, dark covers 20 to 60. */
const DARK = 112;

/** Whether the picture of a page is dark: inverted at night, such a page would light up the cockpit. */
export function isDark(picture: PagePixels): boolean {
  const context = new OffscreenCanvas(POINTS, POINTS).getContext('2d', { alpha: false });
  if (!context || picture.width === 0) return false;
  // Samples single points: averaging areas would cost a pass over all of a large picture.
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, POINTS, POINTS);
  return meanLuminance(context.getImageData(0, 0, POINTS, POINTS).data) < DARK;
}

/** Mean luminance (Rec. 709, as encoded) of pixels in RGBA, 0 to 255. */
export function meanLuminance(rgba: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at + 3 < rgba.length; at += 4)
    sum += 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
  return sum / Math.max(1, Math.floor(rgba.length / 4));
}
