/** The position of a cell on a page. */
import type { Cell, Cells } from './cells.ts';

/** Shares of the page's height: header and footer, and the margins with sideways text. */
const BAND = 0.13;
const MARGIN = 0.09;

/** The cells of header, footer and margins. */
export function frameOf({ all, upright }: Cells): Cell[] {
  return all.filter((cell) => isInBand(cell, cell.turn === upright ? BAND : MARGIN));
}

/** Whether the cell is within this share of the page's height from the upper or the lower edge. */
export function isInBand({ down }: Cell, share: number): boolean {
  return down <= share || down >= 1 - share;
}

/** A cell's text, and its right neighbour's: a label and its value are often set apart. */
export function withNext({ text, next }: Cell): string {
  return next === null ? text : `${text} ${next.text}`;
}
