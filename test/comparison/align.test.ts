/** Items are aligned whatever their order and however they are rounded; what is missing is found. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Placed, unmatched } from '../../main/comparison/rules/align.ts';

type Point = [number, number];
const point = fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 80_000 }));
const jitter = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }));

function placed(points: readonly Point[]): Placed {
  return {
    count: points.length,
    x: (index) => points[index]?.[0] ?? 0,
    y: (index) => points[index]?.[1] ?? 0,
  };
}

it('finds each item again, in any order, a little apart', () => {
  const items = fc.array(fc.record({ place: point, by: jitter, key: fc.nat() }), { maxLength: 200 });
  fc.assert(
    fc.property(items, (all) => {
      const before = all.map(({ place }) => place);
      const after = all
        .toSorted((one, other) => one.key - other.key)
        .map(({ place: [x, y], by: [u, v] }): Point => [x + u, y + v]);
      expect(unmatched(placed(before), placed(after), 40, () => true)).toEqual({ old: [], new: [] });
    }),
  );
});

it('finds the one that is gone, and the one that is new', () => {
  const apart = fc.uniqueArray(fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 })), {
    minLength: 2,
    maxLength: 100,
    selector: ([x, y]) => `${x} ${y}`,
  });
  fc.assert(
    fc.property(apart, fc.nat(), (cells, at) => {
      const points = cells.map(([x, y]): Point => [x * 300, y * 300]);
      const index = at % points.length;
      const rest = points.toSpliced(index, 1);
      expect(unmatched(placed(points), placed(rest), 50, () => true)).toEqual({ old: [index], new: [] });
      expect(unmatched(placed(rest), placed(points), 50, () => true)).toEqual({ old: [], new: [index] });
    }),
  );
});
