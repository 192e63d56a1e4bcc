import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anchorAt,
  placeAt,
  scrollFor,
  scrollToPlace,
} from '../../../../renderer/viewer/document/geometry/in-view.ts';
import {
  type Arrangement,
  GAP,
  layoutPages,
} from '../../../../renderer/viewer/document/geometry/page-layout.ts';
import { turnPoint, unturnPoint, unturnRegion } from '../../../../renderer/viewer/document/geometry/turns.ts';

const view = { width: 1000, height: 700 };
const turns = fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const documents = fc.record({
  sizes: fc.array(
    fc.record({ width: fc.integer({ min: 200, max: 2000 }), height: fc.integer({ min: 200, max: 2000 }) }),
    { minLength: 1, maxLength: 30 },
  ),
  zoom: fc.double({ min: 0.25, max: 8, noNaN: true }),
  arrangement: fc.constantFrom<Arrangement>('continuous', 'single', 'facing'),
  turn: turns,
});

test('a point turned and turned back is itself; a quarter clockwise brings the top left to the top right', () => {
  expect(turnPoint({ x: 0, y: 0 }, 90)).toEqual({ x: 1, y: 0 });
  expect(turnPoint({ x: 0, y: 0 }, 270)).toEqual({ x: 0, y: 1 });
  fc.assert(
    fc.property(share, share, turns, (x, y, turn) => {
      const back = unturnPoint(turnPoint({ x, y }, turn), turn);
      expect(back.x).toBeCloseTo(x);
      expect(back.y).toBeCloseTo(y);
    }),
  );
});

test('the visible part of a turned page is the part that CSS shows', () => {
  // Turned a quarter clockwise, the upper half of what stands there is the left half of the page.
  expect(unturnRegion({ x: 0, y: 0, width: 1, height: 0.5 }, 90)).toEqual({
    x: 0,
    y: 0,
    width: 0.5,
    height: 1,
  });
  expect(unturnRegion({ x: 0, y: 0, width: 1, height: 0.25 }, 180)).toEqual({
    x: 0,
    y: 0.75,
    width: 1,
    height: 0.25,
  });
});

test('zooming around a point keeps that point of the page under the pointer', () => {
  fc.assert(
    fc.property(
      documents,
      fc.double({ min: 0.25, max: 8, noNaN: true }),
      fc.nat(),
      fc.nat(),
      share,
      share,
      (document, zoom, top, at, x, y) => {
        const before = layoutPages({ ...document, view, turnOf: () => document.turn });
        const current = (at % document.sizes.length) + 1;
        const pointer = { x: x * view.width, y: y * view.height };
        const scroll = { left: 0, top: top % Math.ceil(before.height) };
        const anchor = anchorAt(before, scroll, pointer, current);
        if (!anchor) throw new Error('no anchor');
        // The same layout: nothing moves.
        const same = scrollFor(before, anchor);
        expect(same?.left).toBeCloseTo(scroll.left, 3);
        expect(same?.top).toBeCloseTo(scroll.top, 3);
        // Another zoom: the same point of the page is under the pointer.
        const after = layoutPages({ ...document, zoom, view, turnOf: () => document.turn });
        const moved = scrollFor(after, anchor);
        const again = moved && anchorAt(after, moved, pointer, anchor.page);
        if (again?.page !== anchor.page) return;
        expect(again.x).toBeCloseTo(anchor.x, 3);
        expect(again.y).toBeCloseTo(anchor.y, 3);
      },
    ),
  );
});

test('a kept place comes back to the pixel, whatever the arrangement and the turn', () => {
  fc.assert(
    fc.property(documents, fc.nat(), fc.nat(), (document, top, at) => {
      const layout = layoutPages({ ...document, view, turnOf: () => document.turn });
      const scroll = { left: 7, top: top % Math.ceil(layout.height) };
      const place = placeAt(layout, scroll, (at % document.sizes.length) + 1);
      const back = scrollToPlace(layout, place);
      expect(back?.left).toBeCloseTo(scroll.left, 3);
      expect(back?.top).toBeCloseTo(scroll.top, 3);
    }),
  );
});

test('a jump shows the page from a little above its top, a turned page too', () => {
  const sizes = [
    { width: 794, height: 1123 },
    { width: 794, height: 1123 },
  ];
  for (const turn of [0, 90, 180, 270] as const) {
    const layout = layoutPages({ sizes, zoom: 1, view, turnOf: () => turn });
    expect(scrollToPlace(layout, { page: 2, down: 0 })?.top).toBe((layout.pages[1]?.top ?? 0) - GAP);
  }
  const plain = layoutPages({ sizes, zoom: 1, view });
  expect(scrollToPlace(plain, { page: 2, down: 0.5 })?.top).toBe(
    (plain.pages[1]?.top ?? 0) - GAP + 0.5 * 1123,
  );
  expect(scrollToPlace(plain, { page: 3, down: 0 })).toBeNull();
});
