/** How sharp a whole page may be painted. */
import type { PageSize } from '../engine/pdf-engine.ts';

/** Canvas px that one page may cost; above it the whole page is painted coarser and the visible part anew. */
export const PIXEL_BUDGET = 6_000_000;

/** The scale at which the whole page is painted: as wanted, or what the budget allows. */
export function wholePageScale(size: PageSize, wanted: number): number {
  const pixels = size.width * size.height * wanted * wanted;
  return pixels <= PIXEL_BUDGET ? wanted : wanted * Math.sqrt(PIXEL_BUDGET / pixels);
}
