/** On which sides a page's drawing continues beyond the window. Pure; lengths in CSS px. */
import type { PageRegion } from '../engine/pdf-engine.ts';
import type { Scroll } from './anchor.ts';
import { type PageLayout, WHOLE } from './page-layout.ts';
import { turnRegion } from './turns.ts';

export const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

/** Less than this beyond the window does not count: it is less than the margin kept around what is drawn. */
const NOTHING = 6;

/**
 * The sides on which the page in view, or a page beside it, continues: its drawn part if known, else the page.
 *
 * @param page the page in view
 */
export function sidesBeyond(
  layout: PageLayout,
  scroll: Scroll,
  page: number,
  drawnOf: (page: number) => PageRegion | null,
): readonly Side[] {
  const row = layout.rows[layout.pages[page - 1]?.row ?? -1];
  if (!row || layout.view.width === 0) return [];
  const found = new Set<Side>();
  for (let one = row.first; one <= row.last; one += 1) {
    const box = layout.pages[one - 1];
    if (!box) continue;
    const part = turnRegion(drawnOf(one) ?? WHOLE, box.turn);
    const left = box.left + part.x * box.width - scroll.left;
    const top = box.top + part.y * box.height - scroll.top;
    if (top < -NOTHING) found.add('top');
    if (left < -NOTHING) found.add('left');
    if (top + part.height * box.height > layout.view.height + NOTHING) found.add('bottom');
    if (left + part.width * box.width > layout.view.width + NOTHING) found.add('right');
  }
  return sides.filter((side) => found.has(side));
}
