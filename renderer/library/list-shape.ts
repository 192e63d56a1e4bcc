/** Where the lines of the list stand. Rows and heads have fixed heights, so that nothing is ever measured. Pure. */
import type { LibraryView } from '../kits/list/library-index.ts';
import { lowerBound } from '../kits/list/sorted-list.ts';

/** Heights of rows and heads, px; the same in kit-row.css. */
export const ROW_PX = 68;
export const HEAD_PX = 36;
/** What stays free below a row that is brought into view, px. */
const BELOW_PX = 8;

/** As much of a view as its shape depends on. */
export type Shaped = Pick<LibraryView, 'rows' | 'heads' | 'headsUpTo'>;

/** The lines from `first` to `last`, both included (none where `last` is less), and the one at the upper edge. */
export interface Lines {
  first: number;
  last: number;
  edge: number;
}

/** The height of all lines, px. */
export function heightOf({ rows, heads }: Shaped): number {
  return heads.length * HEAD_PX + (rows.length - heads.length) * ROW_PX;
}

/** The upper edge of a line, px. */
export function topOf(view: Shaped, line: number): number {
  const heads = view.headsUpTo(line - 1);
  return heads * HEAD_PX + (line - heads) * ROW_PX;
}

/** The line at `y` px; the first or last one beyond the ends. */
export function lineAt({ rows, heads }: Shaped, y: number): number {
  const edge = (head: number) => head * HEAD_PX + ((heads[head] ?? 0) - head) * ROW_PX;
  // The last head at or above `y`: below it there are only rows.
  const head = lowerBound(heads.length, (index) => edge(index) <= y) - 1;
  const first = head < 0 ? 0 : (heads[head] ?? 0) + 1;
  const line = first + Math.floor((head < 0 ? y : y - edge(head) - HEAD_PX) / ROW_PX);
  return Math.max(0, Math.min(rows.length - 1, line));
}

/** The lines of which anything is seen between `top` and `top + height`, and `beyond` more on either side. */
export function linesIn(view: Shaped, top: number, height: number, beyond: number): Lines {
  if (view.rows.length === 0) return { first: 0, last: -1, edge: 0 };
  const edge = lineAt(view, top);
  return {
    first: Math.max(0, edge - beyond),
    last: Math.min(view.rows.length - 1, lineAt(view, top + height - 1) + beyond),
    edge,
  };
}

/** Where to scroll so that a row is seen whole, below the head that stays; `top` where it is already. px */
export function scrolledTo(view: Shaped, line: number, top: number, height: number): number {
  const edge = topOf(view, line);
  if (edge - HEAD_PX < top) return Math.max(0, edge - HEAD_PX);
  return Math.max(top, edge + ROW_PX + BELOW_PX - height);
}
