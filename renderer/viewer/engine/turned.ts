/** Sizes and parts of a page under a turn. */
import type { PageRegion, PageSize, QuarterTurn } from './pdf-engine.ts';

/** The sum of two turns. */
export function addTurns(a: number, b: number): QuarterTurn {
  const sum = (((a + b) % 360) + 360) % 360;
  return sum === 90 || sum === 180 || sum === 270 ? sum : 0;
}

/** The size of what a turn makes of a page. */
export function turnedSize(size: PageSize, turn: QuarterTurn): PageSize {
  return turn % 180 === 0 ? size : { width: size.height, height: size.width };
}

/** A part of the unit square after the square was turned clockwise. */
export function turnedShare(part: PageRegion, turn: QuarterTurn): PageRegion {
  const { x, y, width, height } = part;
  switch (turn) {
    case 90:
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 180:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 270:
      return { x: y, y: 1 - x - width, width: height, height: width };
    default:
      return part;
  }
}
