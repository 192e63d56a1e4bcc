import { expect, test } from 'vitest';
import { addTurns, turnedSize } from '../../../../renderer/viewer/document/geometry/turns.ts';

test('turns add up within the circle; a quarter swaps the sides', () => {
  expect(addTurns(270, 180)).toBe(90);
  expect(addTurns(0, -90)).toBe(270);
  expect(turnedSize({ width: 3, height: 4 }, 90)).toEqual({ width: 4, height: 3 });
  expect(turnedSize({ width: 3, height: 4 }, 180)).toEqual({ width: 3, height: 4 });
});
