import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placesOf, standAt, stepFrom } from '../../renderer/comparison/pair/stand.ts';

const share = fc.double({ min: 0, max: 0.5, noNaN: true });
const areas = fc.array(fc.record({ x: share, y: share, width: share, height: share }), { maxLength: 8 });

test('each place of either page is come by once, and back, and then the next page', () => {
  fc.assert(
    fc.property(areas, areas, (old, now) => {
      const places = placesOf({ old, new: now });
      expect(places.flatMap((place) => place.new ?? [])).toEqual(now.map((_, index) => index));
      const shown = new Set(places.flatMap((place) => place.old ?? []));
      const alone = places.filter((place) => place.new === null).map((place) => place.old);
      expect(new Set(alone).size).toBe(alone.length);
      // What has no place of its own lies under one of the new page.
      for (const [index, one] of old.entries())
        if (!shown.has(index)) expect(now.some((other) => other.x < one.x + one.width)).toBe(true);

      for (const by of [1, -1] as const) {
        let at: number | null = by === 1 ? null : places.length > 0 ? places.length - 1 : null;
        let steps = 0;
        for (
          let next = stepFrom(at, places.length, by);
          'place' in next;
          next = stepFrom(at, places.length, by)
        ) {
          at = next.place;
          steps += 1;
        }
        expect(steps).toBe(by === 1 ? places.length : Math.max(0, places.length - 1));
      }
    }),
  );
});

test('a small place is enlarged, a large one is shown as a whole', () => {
  const place = (width: number, height: number) => ({
    area: { x: 0.2, y: 0.4, width, height },
    old: null,
    new: 0,
  });
  const small = standAt(place(0.01, 0.01));
  expect(small.zoom).toBe(4);
  expect([small.x, small.y].map((at) => at.toFixed(3))).toEqual(['0.205', '0.405']);
  expect(standAt(place(0.2, 0.3)).zoom).toBeCloseTo(2);
  expect(standAt(place(0.8, 0.1)).zoom).toBe(1);
});
