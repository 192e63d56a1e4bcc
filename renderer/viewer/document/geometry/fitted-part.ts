import type { PageRegion } from '../engine/pdf-engine.ts';
import type { ViewerState } from '../viewer-state.ts';

/** The part of a page to fit: the chosen chart of a sheet without the page's margins, else what is drawn; null if not known. */
export function fittedPart(
  { drawn, part }: Pick<ViewerState, 'drawn' | 'part'>,
  page: number,
): PageRegion | null {
  const all = drawn.get(page) ?? null;
  if (part?.page !== page) return all;
  const [left, top, width, height] = part.region;
  const { x, y, width: wide, height: high } = all ?? { x: 0, y: 0, width: 1, height: 1 };
  const [from, above] = [Math.max(left, x), Math.max(top, y)];
  const region = {
    x: from,
    y: above,
    width: Math.min(left + width, x + wide) - from,
    height: Math.min(top + height, y + high) - above,
  };
  return region.width > 0 && region.height > 0 ? region : all;
}
