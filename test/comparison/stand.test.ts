import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cornerOf,
  fitScale,
  MAX_ZOOM,
  moved,
  partInSight,
  placesOf,
  type Stand,
  standAt,
  startAt,
  stepFrom,
  WHOLE_PAGE,
  zoomed,
} from '../../renderer/comparison/pair/stand.ts';
import { BLINK_MS } from '../../renderer/comparison/pair/use-stand.ts';

const length = fc.integer({ min: 50, max: 3000 });
const size = fc.record({ width: length, height: length });
const step = fc.integer({ min: -5000, max: 5000 });

test('both pages fit the pane at the scale of the whole page', () => {
  fc.assert(
    fc.property(size, size, size, (pane, a, b) => {
      const scale = fitScale(pane, [a, b]);
      for (const page of [a, b]) {
        expect(page.width * scale).toBeLessThanOrEqual(pane.width * 1.0001);
        expect(page.height * scale).toBeLessThanOrEqual(pane.height * 1.0001);
      }
    }),
  );
  expect(fitScale({ width: 100, height: 100 }, [])).toBe(1);
});

test('a page never leaves empty room beside it that it could fill, wherever it is moved', () => {
  const by = fc.record({ x: step, y: step });
  fc.assert(
    fc.property(size, size, fc.array(by, { maxLength: 5 }), (pane, page, moves) => {
      const stand = moves.reduce<Stand>((now, one) => moved(now, one, pane, page), WHOLE_PAGE);
      const { left, top } = cornerOf(stand, pane, page);
      if (page.width <= pane.width) expect(left).toBeCloseTo((pane.width - page.width) / 2);
      else {
        expect(left).toBeLessThanOrEqual(0.001);
        expect(left + page.width).toBeGreaterThanOrEqual(pane.width - 0.001);
      }
      if (page.height > pane.height) {
        expect(top).toBeLessThanOrEqual(0.001);
        expect(top + page.height).toBeGreaterThanOrEqual(pane.height - 0.001);
      }
    }),
  );
});

test('a move carries the page along by as much, until its edge', () => {
  const pane = { width: 400, height: 400 };
  const page = { width: 1200, height: 1600 };
  const before = cornerOf(WHOLE_PAGE, pane, page);
  const after = cornerOf(moved(WHOLE_PAGE, { x: 60, y: -90 }, pane, page), pane, page);
  expect(after.left - before.left).toBeCloseTo(60);
  expect(after.top - before.top).toBeCloseTo(-90);
});

test('a place of a chart is enlarged, one of a text no more than its lines fit the pane', () => {
  const place = { area: { x: 0.25, y: 0.5, width: 0.125, height: 0.25 }, old: 0, new: 0 };
  expect(standAt(place)).toEqual({ zoom: 2.4, x: 0.3125, y: 0.625 });
  expect(standAt(place, 2.1).zoom).toBe(2.1);
  expect(standAt(place, 0.6).zoom).toBe(1);
  const sides = (width: number, height: number) => ({ ...place, area: { x: 0.2, y: 0.4, width, height } });
  expect(standAt(sides(0.01, 0.01)).zoom).toBe(4);
  expect(standAt(sides(0.8, 0.1)).zoom).toBe(1);
});

test('zoom stays between the whole page and its most, and grows towards what changed', () => {
  expect(zoomed({ zoom: 1.1, x: 0.9, y: 0.1 }, 0.5)).toEqual({ zoom: 1, x: 0.9, y: 0.1 });
  const area = { x: 0.8, y: 0.1, width: 0.1, height: 0.2 };
  expect(startAt({ old: [], new: [area] })).toMatchObject({
    zoom: 1,
    x: expect.closeTo(0.85),
    y: expect.closeTo(0.2),
  });
  expect(startAt({ old: [area], new: [] }).x).toBeCloseTo(0.85);
  expect(startAt({ old: [], new: [] })).toEqual(WHOLE_PAGE);
  expect(zoomed(WHOLE_PAGE, 1e6).zoom).toBe(MAX_ZOOM);
});

test('the part in sight is what lies between the edges of the pane', () => {
  const pane = { width: 400, height: 300 };
  const box = { left: -200, top: 20, width: 1200, height: 160 };
  expect(partInSight(box, pane, 2)).toEqual({ x: 100, y: 0, width: 200, height: 80 });
  expect(partInSight({ ...box, left: -2000 }, pane, 2).width).toBe(0);
});

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

test('pages that change by turns flash at most three times a second (WCAG 2.3.1)', () => {
  // A flash is a pair of opposing changes: there and back.
  expect(1_000 / (2 * BLINK_MS)).toBeLessThanOrEqual(3);
});
