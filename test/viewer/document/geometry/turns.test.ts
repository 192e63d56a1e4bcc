import { expect, test } from 'vitest';
import { addTurns, turnedSize, turnPoint } from '../../../../renderer/viewer/document/geometry/turns.ts';

test('the top left corner goes clockwise', () => {
  const corner = { x: 0.2, y: 0.1 };
  expect(turnPoint(corner, 90)).toEqual({ x: 0.9, y: 0.2 });
  expect(turnPoint(corner, 180)).toEqual({ x: 0.8, y: 0.9 });
  expect(turnPoint(corner, 270)).toEqual({ x: 0.1, y: 0.8 });
});

test('turns add up within the circle; a quarter swaps the sides', () => {
  expect(addTurns(270, 180)).toBe(90);
  expect(addTurns(0, -90)).toBe(270);
  expect(turnedSize({ width: 3, height: 4 }, 90)).toEqual({ width: 4, height: 3 });
  expect(turnedSize({ width: 3, height: 4 }, 180)).toEqual({ width: 3, height: 4 });
});
