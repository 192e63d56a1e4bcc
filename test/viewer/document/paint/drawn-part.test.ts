import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnPart } from '../../../../renderer/viewer/document/paint/drawn-part.ts';

const [WIDTH, HEIGHT] = [60, 80];

/** White paper with these points of ink. */
function paper(points: readonly (readonly [x: number, y: number, grey: number])[]): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255);
  for (const [x, y, grey] of points) rgba.fill(grey, 4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 3);
  return rgba;
}

test('all ink lies within the part, and the part is no larger than the ink with a little room', () => {
  const point = fc.tuple(fc.nat(WIDTH - 1), fc.nat(HEIGHT - 1), fc.integer({ min: 0, max: 200 }));
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
      const part = drawnPart(paper(points), WIDTH, HEIGHT);
      const xs = points.map(([x]) => x);
      const ys = points.map(([, y]) => y);
      for (const [from, size, all, count] of [
        [part.x, part.width, xs, WIDTH],
        [part.y, part.height, ys, HEIGHT],
      ] as const) {
        const [least, most] = [Math.min(...all) / count, (Math.max(...all) + 1) / count];
        expect(from).toBeLessThanOrEqual(least);
        expect(from + size).toBeGreaterThanOrEqual(most - 1e-9);
        expect(from).toBeGreaterThanOrEqual(Math.max(0, least - 0.02));
        expect(from + size).toBeLessThanOrEqual(Math.min(1, most + 0.02) + 1e-9);
      }
    }),
  );
});

test('an empty page, a dark one and a scan on grey paper are whole', () => {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  expect(drawnPart(paper([]), WIDTH, HEIGHT)).toEqual(whole);
  expect(drawnPart(new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(30), WIDTH, HEIGHT)).toEqual(whole);
  expect(drawnPart(new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(225), WIDTH, HEIGHT)).toEqual(whole);
  // The grain of paper that is nearly white is no ink.
  expect(drawnPart(paper([[0, 0, 245]]), WIDTH, HEIGHT)).toEqual(whole);
});
