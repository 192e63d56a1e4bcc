/** The positions of the list's lines. Rows and heads have fixed heights, so nothing is measured. Pure. */
import type { LibraryView } from '../list/library-index.ts';
import { lowerBound } from '../list/sorted-list.ts';

/** The heights of a layout, px. */
export interface LineHeights {
  row: number;
  /** A head of a group, and the line of the time now. */
  head: number;
  /** The column heads, which stay at the upper edge above all lines. */
  top: number;
  /** What a group's head covers while it stays at the upper edge. */
  stays: number;
}

/** Cards; the same in kit-row.css. */
export const CARDS: LineHeights = { row: 68, head: 36, top: 0, stays: 36 };
/** The table; the same in kit-table.css. */
export const TABLE: LineHeights = { row: 28, head: 24, top: 30, stays: 0 };

/** Free space below a row that is scrolled into view, px. */
const BELOW_PX = 8;

/** The part of a view that determines its shape. */
export type Shaped = Pick<LibraryView, 'rows' | 'heads' | 'headsUpTo'>;

/** The lines from `first` to `last`, both included (none if `last` is less), and the one at the upper edge. */
export interface Lines {
  first: number;
  last: number;
  edge: number;
}

/** The height of all lines, px. */
export function heightOf({ rows, heads }: Shaped, px: LineHeights): number {
  return heads.length * px.head + (rows.length - heads.length) * px.row;
}

/** The upper edge of a line, px. */
export function topOf(view: Shaped, line: number, px: LineHeights): number {
  const heads = view.headsUpTo(line - 1);
  return heads * px.head + (line - heads) * px.row;
}

/** The line at `y` px; the first or last one beyond the ends. */
export function lineAt({ rows, heads }: Shaped, y: number, px: LineHeights): number {
  const edge = (head: number) => head * px.head + ((heads[head] ?? 0) - head) * px.row;
  // The last head at or above `y`: below it there are only rows.
  const head = lowerBound(heads.length, (index) => edge(index) <= y) - 1;
  const first = head < 0 ? 0 : (heads[head] ?? 0) + 1;
  const line = first + Math.floor((head < 0 ? y : y - edge(head) - px.head) / px.row);
  return Math.max(0, Math.min(rows.length - 1, line));
}

/** The lines that are visible between `top` and `top + height`, and `beyond` more at either end. */
export function linesIn(view: Shaped, top: number, height: number, beyond: number, px: LineHeights): Lines {
  if (view.rows.length === 0) return { first: 0, last: -1, edge: 0 };
  const edge = lineAt(view, top, px);
  return {
    first: Math.max(0, edge - beyond),
    last: Math.min(view.rows.length - 1, lineAt(view, top + height - 1, px) + beyond),
    edge,
  };
}

/** Where to scroll to show a whole row below what stays; `top` if it is visible already. px */
export function scrolledTo(view: Shaped, line: number, top: number, height: number, px: LineHeights): number {
  const edge = topOf(view, line, px);
  if (edge - px.stays < top) return Math.max(0, edge - px.stays);
  // If the list is lower than a row, the top of the row is shown.
  return Math.max(top, Math.min(edge - px.stays, edge + px.row + BELOW_PX - height));
}
