/** The widths of the table's columns, px. Pure. */
import type { TableColumn } from '../list/column-order.ts';

/** For each column: least width, share of the remaining width, and the width it gets before the rest is shared. */
const widths: Record<TableColumn, readonly [least: number, share: number, good?: number]> = {
  departure: [150, 0],
  flight: [84, 0],
  // Two airports and two signs; further signs give way, never the destination.
  route: [168, 2],
  // “Downloading 42 %” in the widest of the systems' fonts.
  state: [134, 0, 168],
  reason: [80, 5],
  profile: [90, 1],
  requested: [150, 0],
};
const GAP_PX = 8;
/** Space at the ends of a row: the unread dot, and the edge. */
const ENDS_PX = 32;

/** The columns as `grid-template-columns`, and the least width of all of them together. */
export function columnWidths(columns: readonly TableColumn[]): { template: string; least: number } {
  const some = columns.map((column) => widths[column]);
  const free = some.every(([, share]) => share === 0) ? ' 1fr' : '';
  return {
    template: some
      .map(([least, share, good]) => {
        if (good !== undefined) return `minmax(${least}px, ${good}px)`;
        return share === 0 ? `${least}px` : `minmax(${least}px, ${share}fr)`;
      })
      .join(' ')
      .concat(free),
    least: some.reduce((sum, [least]) => sum + least + GAP_PX, ENDS_PX - GAP_PX),
  };
}
