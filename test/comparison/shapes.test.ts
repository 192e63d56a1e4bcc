/** Small shapes: what another producer's rounding leaves the same, and what is another sign. */
import { describe, expect, it } from 'vitest';
import { isSameShape } from '../../main/comparison/rules/items.ts';

/**
 * Digits that Ghostscript drew as outlines of Helvetica, 4 points and 6 points high: width, height, length of the outline, area,
 * centre, spread along x and y, slant; hundredths of a point.
 */
const DIGITS: [string, number[]][] = [
  ['2 of 4 points', [190, 289, 1400, 224, 96, 154, 58, 98, -4]],
  ['3 of 4 points', [189, 298, 1411, 219, 101, 150, 57, 94, 0]],
  ['5 of 4 points', [191, 292, 1444, 228, 95, 141, 57, 94, 1]],
  ['2 of 6 points', [286, 433, 2100, 504, 145, 231, 87, 148, -6]],
  ['3 of 6 points', [284, 448, 2117, 493, 153, 225, 86, 142, 0]],
  ['5 of 6 points', [287, 439, 2167, 514, 142, 212, 86, 141, 2]],
];

/** What rounding makes of them. */
const NOISE = [1, -1, 4, 2, 1, -2, 1, -1, 1];

/** A shape as it is in a page's content, its box beginning there. */
function shapeAt(left: number, top: number, [wide = 0, high = 0, ...rest]: readonly number[]): Int32Array {
  const [outline = 0, area = 0, x = 0, y = 0, spreadX = 0, spreadY = 0, slant = 0] = rest;
  const box = [left, top, left + wide, top + high];
  return Int32Array.from([...box, outline, area, left + x, top + y, spreadX, spreadY, slant, 0]);
}

describe('a digit that is drawn as an outline', () => {
  const same = DIGITS.map(([name, digit]) => [name, digit] as const);
  it.each(same)('is the same where it is rounded otherwise, anywhere: %s', (_name, digit) => {
    const rounded = digit.map((value, index) => value + (NOISE[index] ?? 0));
    expect(isSameShape(shapeAt(100, 200, digit), 0, shapeAt(100, 200, digit), 0)).toBe(true);
    expect(isSameShape(shapeAt(100, 200, digit), 0, shapeAt(103, 199, rounded), 0)).toBe(true);
  });

  const others = DIGITS.flatMap(([name, digit], index) =>
    DIGITS.filter((_, other) => other !== index).map(
      ([other, wanted]) => [name, other, digit, wanted] as const,
    ),
  );
  it.each(others)('is another one: %s and %s', (_name, _other, digit, wanted) => {
    expect(isSameShape(shapeAt(100, 200, digit), 0, shapeAt(100, 200, wanted), 0)).toBe(false);
  });
});
