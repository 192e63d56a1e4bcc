/** Where pages are on sheets of paper. Pure. Lengths are points, from the lower left corner. */
import type { PrintLayout } from '../../preload/contract.ts';

/** The part that A4 and US Letter share: printed in its own size, it is whole on both. */
export const PAPER = { width: 595, height: 792 } as const;
/** Most printers leave this much of each edge white. */
const MARGIN = 14;
const WIDTH = PAPER.width - 2 * MARGIN;
const HEIGHT = PAPER.height - 2 * MARGIN;

/** Six numbers that map a place to another one (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A part of a sheet that shows one page. */
export interface Cell {
  /** From the cell to the sheet. */
  matrix: Matrix;
  width: number;
  height: number;
}

/** Width of the words below a page, in a cell as wide as the sheet. */
export const TEXT_WIDTH = WIDTH;

const UPRIGHT: Cell = { matrix: [1, 0, 0, 1, MARGIN, MARGIN], width: WIDTH, height: HEIGHT };

/** A cell on a sheet that is turned clockwise. @param left its distance from the left of the turned sheet */
const turned = (left: number, width: number): Cell => ({
  matrix: [0, -1, 1, 0, MARGIN, PAPER.height - MARGIN - left],
  width,
  height: WIDTH,
});

const GAP = 2 * MARGIN;
const HALF = (HEIGHT - GAP) / 2;
const HALVES = [turned(0, HALF), turned(HALF + GAP, HALF)] as const;

/** A page, or null for none, and its cell. */
export interface Placed<T> {
  item: T;
  cell: Cell;
}

/**
 * The sheets of these items, each the side of a paper.
 *
 * @param isWide whether an item is wider than high: alone on a sheet, it is turned
 */
export function sheetsOf<T>(
  items: readonly T[],
  layout: PrintLayout,
  isWide: (item: T) => boolean,
): Placed<T>[][] {
  if (layout === 'one') {
    return items.map((item) => [{ item, cell: isWide(item) ? turned(0, HEIGHT) : UPRIGHT }]);
  }
  const order = layout === 'booklet' ? bookletOrder(items.length) : items.map((_, at) => at);
  const sheets: Placed<T>[][] = [];
  for (let at = 0; at < order.length; at += 2) {
    const sheet = HALVES.flatMap((cell, side) => {
      const item = items[order[at + side] ?? -1];
      return item === undefined ? [] : [{ item, cell }];
    });
    sheets.push(sheet);
  }
  return sheets;
}

/** The order in which pages stand on the folded papers of a booklet, left and right: front, back, front … Some may be after the last. */
function bookletOrder(count: number): number[] {
  const all = Math.ceil(count / 4) * 4;
  return Array.from({ length: all / 2 }, (_, side) => {
    const pair = [all - 1 - side, side];
    return side % 2 === 0 ? pair : pair.reverse();
  }).flat();
}
