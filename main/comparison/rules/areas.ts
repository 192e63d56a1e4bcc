/** The areas where pages differ: rectangles, few enough to be shown. */
import { type Area, MAX_AREAS } from './compared-page.ts';
import type { Box } from './text-pieces.ts';

/** Differences within this distance are one, hundredths of a point. */
const NEAR = 600;
/** With more boxes than this, they are first put into squares of the page, not searched for near ones. */
const MANY = 600;
const SQUARES = 16;

/** The boxes as areas of a page; near ones are merged. @param width of the page, hundredths of a point */
export function areasOf(boxes: readonly Box[], width: number, height: number): Area[] {
  const page: Box = [0, 0, width, height];
  const seen = boxes.map((box) => within(box, page)).filter((box) => box[0] <= box[2] && box[1] <= box[3]);
  let merged = mergeNear(seen.length > MANY ? bySquares(seen, width, height) : seen, NEAR);
  for (let near = NEAR * 2; merged.length > MAX_AREAS; near *= 2) merged = mergeNear(merged, near);
  return merged.map(([left, top, right, bottom]) => ({
    x: left / width,
    y: top / height,
    width: Math.max(0, right - left) / width,
    height: Math.max(0, bottom - top) / height,
  }));
}

function within(box: Box, page: Box): Box {
  return [
    Math.max(box[0], page[0]),
    Math.max(box[1], page[1]),
    Math.min(box[2], page[2]),
    Math.min(box[3], page[3]),
  ];
}

function around(one: Box, other: Box): Box {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}

function mergeNear(boxes: readonly Box[], near: number): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (let index = 0; index < merged.length; index += 1) {
      const other = merged[index];
      if (other === undefined || !isNear(grown, other, near)) continue;
      grown = around(grown, other);
      merged.splice(index, 1);
      // It may now be near to an earlier one.
      index = -1;
    }
    merged.push(grown);
  }
  return merged;
}

function isNear(one: Box, other: Box, near: number): boolean {
  return (
    one[0] <= other[2] + near &&
    other[0] <= one[2] + near &&
    one[1] <= other[3] + near &&
    other[1] <= one[3] + near
  );
}

function bySquares(boxes: readonly Box[], width: number, height: number): Box[] {
  const squares = new Map<number, Box>();
  for (const box of boxes) {
    const column = Math.floor(((box[0] + box[2]) / 2 / width) * SQUARES);
    const row = Math.floor(((box[1] + box[3]) / 2 / height) * SQUARES);
    const square = squares.get(row * SQUARES + column);
    squares.set(row * SQUARES + column, square === undefined ? box : around(square, box));
  }
  return [...squares.values()];
}

/** The position of a box on the page, in words. @param width of the page, hundredths of a point */
export function placeOf(box: Box, width: number, height: number): string {
  const [x, y] = [(box[0] + box[2]) / 2 / width, (box[1] + box[3]) / 2 / height];
  const row = y < 1 / 3 ? 'upper' : y > 2 / 3 ? 'lower' : '';
  const column = x < 1 / 3 ? 'left' : x > 2 / 3 ? 'right' : '';
  if (row === '' && column === '') return 'centre';
  if (column === '') return `${row} centre`;
  return row === '' ? `centre ${column}` : `${row} ${column}`;
}
