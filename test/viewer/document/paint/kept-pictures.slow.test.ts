import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageRegion } from '../../../../renderer/viewer/document/engine/pdf-engine.ts';
import { keptPictures } from '../../../../renderer/viewer/layout/kept-pictures.tsx';

const region = (x: number, y: number, width: number, height: number): PageRegion => ({ x, y, width, height });

test('a photograph is kept where it lies', () => {
  const [kept, more] = keptPictures([region(0.1, 0.2, 0.3, 0.4)]);
  expect(more).toBeUndefined();
  expect(kept?.x).toBeCloseTo(0.1, 2);
  expect(kept?.y).toBeCloseTo(0.2, 2);
  expect(kept?.width).toBeCloseTo(0.3, 2);
  expect(kept?.height).toBeCloseTo(0.4, 2);
});

test('a scan keeps nothing, whole or in strips: its paper would light up the cockpit', () => {
  expect(keptPictures([region(0.05, 0.05, 0.9, 0.9)])).toEqual([]);
  const strips = Array.from({ length: 40 }, (_, index) => region(0.02, index / 40, 0.96, 1 / 40));
  expect(keptPictures(strips)).toEqual([]);
  expect(keptPictures([region(0, 0, 1, 0.3), region(0, 0.5, 1, 0.4)])).toEqual([]);
});

test('strips of one photograph are one region; bullets and rules are none', () => {
  const strips = Array.from({ length: 10 }, (_, index) => region(0.1, 0.1 + index * 0.02, 0.5, 0.0201));
  expect(keptPictures(strips)).toHaveLength(1);
  expect(keptPictures([region(0.1, 0.1, 0.01, 0.01), region(0.1, 0.2, 0.8, 0.002)])).toEqual([]);
});

test('pictures of unequal height that lie side by side stay whole', () => {
  expect(keptPictures([region(0.1, 0.1, 0.2, 0.4), region(0.5, 0.2, 0.2, 0.1)])).toHaveLength(2);
});

test('a drawing in very many pieces is no photograph', () => {
  const pieces = Array.from({ length: 500 }, (_, index) => region((index % 50) / 50, 0.3, 0.02, 0.05));
  expect(keptPictures(pieces)).toEqual([]);
});

/** Steps of a hundredth, so that a point is inside or outside without doubt. */
const share = fc.integer({ min: 0, max: 90 }).map((value) => value / 100);
const size = fc.integer({ min: 5, max: 30 }).map((value) => value / 100);
const regions = fc.array(
  fc.tuple(share, share, size, size).map(([x, y, w, h]) => region(x, y, w, h)),
  {
    maxLength: 8,
  },
);
const holds = ({ x, y, width, height }: PageRegion, across: number, down: number) =>
  across > x && across < x + width && down > y && down < y + height;

test('what is kept never overlaps, and lies within what was found', () => {
  fc.assert(
    fc.property(regions, (found) => {
      const kept = keptPictures(found);
      for (let across = 0.005; across < 1; across += 0.03) {
        for (let down = 0.005; down < 1; down += 0.03) {
          const covered = kept.filter((one) => holds(one, across, down)).length;
          expect(covered).toBeLessThanOrEqual(1);
          if (covered > 0) expect(found.some((one) => holds(one, across, down))).toBe(true);
        }
      }
      expect(kept.reduce((sum, { width, height }) => sum + width * height, 0)).toBeLessThanOrEqual(0.6);
    }),
  );
});
