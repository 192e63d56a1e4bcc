import type { PageSize } from '../engine/pdf-engine.ts';

/** A picture of a whole page, unturned: CSS turns it. */
export interface PageLook {
  page: number;
  /** Canvas px for each CSS px at 100 %. */
  scale: number;
}

/** The most canvas px for one page; above it the whole page is painted coarser and the visible part again, sharp. */
export const PIXEL_BUDGET = 6_000_000;

/** Equal for pictures that look the same; scales are compared to a ten-thousandth. */
export function lookKey({ page, scale }: PageLook): string {
  return `${page}/${scale.toFixed(4)}`;
}

/** The scale at which the whole page is painted: as wanted, or what the budget allows. */
export function wholePageScale(size: PageSize, wanted: number): number {
  const pixels = size.width * size.height * wanted * wanted;
  return pixels <= PIXEL_BUDGET ? wanted : wanted * Math.sqrt(PIXEL_BUDGET / pixels);
}
