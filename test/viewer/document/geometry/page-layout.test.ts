import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Arrangement,
  GAP,
  groundOf,
  layoutPages,
  MAX_ZOOM,
  MIN_ZOOM,
  pageAfter,
  pageAt,
  pagesBetween,
  rowOf,
  stepZoom,
  visibleShare,
  zoomFor,
} from '../../../../renderer/viewer/document/geometry/page-layout.ts';

const upright = { width: 794, height: 1123 };
const landscape = { width: 1123, height: 794 };
const view = { width: 1000, height: 700 };
const arrangements = fc.constantFrom<Arrangement>('continuous', 'single', 'facing');
const turns = fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const);
const sizes = fc.array(
  fc.record({ width: fc.integer({ min: 50, max: 3000 }), height: fc.integer({ min: 50, max: 3000 }) }),
  { minLength: 1, maxLength: 60 },
);
const zooms = fc.oneof(
  fc.constantFrom('page' as const, 'width' as const),
  fc.double({ min: 0.25, max: 8, noNaN: true }),
);

test('fit page shows all of it, fit width all of its width, numbers stay within bounds', () => {
  expect(zoomFor('page', upright, view) * upright.height).toBeLessThanOrEqual(view.height);
  expect(zoomFor('width', upright, view) * upright.width).toBeCloseTo(view.width - 2 * GAP);
  expect(zoomFor(99, upright, view)).toBe(MAX_ZOOM);
  expect(zoomFor(0.01, upright, view)).toBe(MIN_ZOOM);
  // A wall chart is fitted all the same.
  expect(zoomFor('page', { width: 9000, height: 9000 }, view) * 9000).toBeLessThanOrEqual(view.height);
});

test('steps go through every zoom and end at the bounds', () => {
  let zoom = MIN_ZOOM;
  const seen = [zoom];
  while (zoom < MAX_ZOOM) {
    zoom = stepZoom(zoom, 1);
    seen.push(zoom);
  }
  expect(seen.length).toBeGreaterThan(10);
  for (const step of [...seen].reverse().slice(1)) {
    zoom = stepZoom(zoom, -1);
    expect(zoom).toBe(step);
  }
  expect(stepZoom(MIN_ZOOM, -1)).toBe(MIN_ZOOM);
});

test('facing pages: the cover alone on the right, then pairs, a last one alone on the left', () => {
  expect([1, 2, 3, 4, 5, 6].map((page) => rowOf(page, 6, 'facing'))).toEqual([
    { first: 1, last: 1 },
    { first: 2, last: 3 },
    { first: 2, last: 3 },
    { first: 4, last: 5 },
    { first: 4, last: 5 },
    { first: 6, last: 6 },
  ]);
  const { pages } = layoutPages({
    sizes: Array.from({ length: 6 }, () => upright),
    zoom: 'page',
    view,
    arrangement: 'facing',
  });
  const [cover, left, right, , , last] = pages;
  expect(cover?.left).toBe(right?.left);
  expect(last?.left).toBe(left?.left);
  expect(cover?.zoom).toBe(left?.zoom);
  expect((right?.left ?? 0) - (left?.left ?? 0) - (left?.width ?? 0)).toBe(GAP);
});

test('steps through pages visit every row once, and stop at the ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), arrangements, (count, arrangement) => {
      const seen = [1];
      let page = 1;
      for (;;) {
        const next = pageAfter(page, count, arrangement, 1);
        if (next === page) break;
        expect(next).toBe(rowOf(page, count, arrangement).last + 1);
        page = next;
        seen.push(page);
      }
      expect(rowOf(page, count, arrangement).last).toBe(count);
      for (const before of [...seen].reverse().slice(1)) {
        page = pageAfter(page, count, arrangement, -1);
        expect(page).toBe(before);
      }
      expect(pageAfter(1, count, arrangement, -1)).toBe(1);
    }),
  );
});

test('pages never overlap, stay on the ground, and every point of a page belongs to it', () => {
  fc.assert(
    fc.property(sizes, zooms, arrangements, turns, (pages, zoom, arrangement, turn) => {
      const layout = layoutPages({ sizes: pages, zoom, view, arrangement, turnOf: () => turn });
      expect(layout.pages).toHaveLength(pages.length);
      layout.pages.forEach((box, index) => {
        const page = index + 1;
        const ground = groundOf(layout, page);
        expect(box.left).toBeGreaterThanOrEqual(GAP - 1);
        expect(box.top).toBeGreaterThanOrEqual(GAP);
        expect(box.left + box.width).toBeLessThanOrEqual(ground.width - GAP + 1);
        expect(box.top + box.height).toBeLessThanOrEqual(ground.height - GAP + 1);
        const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        expect(pageAt(layout, middle.x, middle.y, page)).toBe(page);
        const before = layout.pages[index - 1];
        if (!before || arrangement === 'single') return;
        if (before.row === box.row) expect(box.left).toBeGreaterThanOrEqual(before.left + before.width);
        else expect(box.top).toBeGreaterThanOrEqual(before.top + before.height);
      });
    }),
  );
});

test('in a fit mode nothing is wider than the window, turned or not', () => {
  fc.assert(
    fc.property(sizes, arrangements, turns, (pages, arrangement, turn) => {
      const layout = layoutPages({ sizes: pages, zoom: 'width', view, arrangement, turnOf: () => turn });
      expect(layout.width).toBe(view.width);
    }),
  );
  expect(layoutPages({ sizes: [upright, landscape], zoom: 2, view }).width).toBeGreaterThan(view.width);
});

test('a turned page stands as wide as it was high', () => {
  const turned = layoutPages({ sizes: [upright], zoom: 1, view, turnOf: () => 90 }).pages[0];
  expect(turned).toMatchObject({ width: upright.height, height: upright.width, turn: 90 });
});

test('the pages of a window are whole rows within the document', () => {
  fc.assert(
    fc.property(sizes, zooms, arrangements, fc.nat(), fc.nat(), (pages, zoom, arrangement, y, at) => {
      const layout = layoutPages({ sizes: pages, zoom, view, arrangement });
      const top = y % layout.height;
      const current = (at % pages.length) + 1;
      const { first, last } = pagesBetween(layout, top, top + view.height, current);
      expect(first).toBeGreaterThanOrEqual(1);
      expect(last).toBeLessThanOrEqual(pages.length);
      expect(first).toBeLessThanOrEqual(last);
      expect(rowOf(first, pages.length, arrangement).first).toBe(first);
      expect(rowOf(last, pages.length, arrangement).last).toBe(last);
    }),
  );
});

test('the part of a page in the window is a part of it; out of sight there is none', () => {
  const box = { left: 100, top: 50, width: 400, height: 600, zoom: 1, turn: 0 as const, row: 0 };
  expect(visibleShare(box, { x: 0, y: 0, width: 1000, height: 800 }, 0)).toEqual({
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  });
  expect(visibleShare(box, { x: 300, y: 350, width: 1000, height: 150 }, 0)).toEqual({
    x: 0.5,
    y: 0.5,
    width: 0.5,
    height: 0.25,
  });
  expect(visibleShare(box, { x: 0, y: 700, width: 1000, height: 800 }, 10)).toBeNull();
});
