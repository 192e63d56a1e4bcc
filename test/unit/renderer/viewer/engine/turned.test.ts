import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTurns, turnedShare, turnedSize } from '../../../../../renderer/viewer/engine/turned.ts';

const turns = fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const);
const part = fc.record({
  x: fc.double({ min: 0, max: 0.5, noNaN: true }),
  y: fc.double({ min: 0, max: 0.5, noNaN: true }),
  width: fc.double({ min: 0, max: 0.5, noNaN: true }),
  height: fc.double({ min: 0, max: 0.5, noNaN: true }),
});

test('the top left corner goes clockwise', () => {
  const corner = { x: 0, y: 0, width: 0.2, height: 0.1 };
  expect(turnedShare(corner, 90)).toEqual({ x: 0.9, y: 0, width: 0.1, height: 0.2 });
  expect(turnedShare(corner, 180)).toEqual({ x: 0.8, y: 0.9, width: 0.2, height: 0.1 });
  expect(turnedShare(corner, 270)).toEqual({ x: 0, y: 0.8, width: 0.1, height: 0.2 });
});

test('a turn and its opposite leave everything where it was', () => {
  fc.assert(
    fc.property(part, turns, (share, turn) => {
      const back = turnedShare(turnedShare(share, turn), addTurns(0, -turn));
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(back[side]).toBeCloseTo(share[side], 9);
    }),
  );
});

test('turns add up within the circle; a quarter swaps the sides', () => {
  expect(addTurns(270, 180)).toBe(90);
  expect(addTurns(0, -90)).toBe(270);
  expect(turnedSize({ width: 3, height: 4 }, 90)).toEqual({ width: 4, height: 3 });
  expect(turnedSize({ width: 3, height: 4 }, 180)).toEqual({ width: 3, height: 4 });
});
