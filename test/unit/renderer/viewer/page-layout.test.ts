import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  GAP,
  layoutPages,
  MAX_ZOOM,
  MIN_ZOOM,
  PIXEL_BUDGET,
  pageAt,
  pagesBetween,
  paintScale,
  stepZoom,
  zoomFor,
} from '../../../../renderer/viewer/page-layout.ts';

const upright = { width: 794, height: 1123 };
const landscape = { width: 1123, height: 794 };
const view = { width: 1000, height: 700 };

test('fit page shows all of it, fit width all of its width, numbers stay within bounds', () => {
  expect(zoomFor('page', upright, view) * upright.height).toBeLessThanOrEqual(view.height);
  expect(zoomFor('width', upright, view) * upright.width).toBeCloseTo(view.width - 2 * GAP);
  expect(zoomFor(99, upright, view)).toBe(MAX_ZOOM);
  expect(zoomFor(0.01, upright, view)).toBe(MIN_ZOOM);
});

test('in a fit mode a landscape page is never wider than the window', () => {
  const layout = layoutPages([upright, landscape], 'width', view);
  expect(layout.width).toBe(view.width);
  expect(layoutPages([upright, landscape], 2, view).width).toBeGreaterThan(view.width);
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

test('pages never overlap, and every height belongs to one page', () => {
  const sizes = fc.array(
    fc.record({ width: fc.integer({ min: 50, max: 3000 }), height: fc.integer({ min: 50, max: 3000 }) }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(sizes, fc.double({ min: 0.25, max: 8, noNaN: true }), fc.nat(), (pages, zoom, y) => {
      const layout = layoutPages(pages, zoom, view);
      layout.pages.forEach((page, index) => {
        const before = layout.pages[index - 1];
        expect(page.top).toBe(before ? before.top + before.height + GAP : GAP);
        expect(pageAt(layout, page.top)).toBe(index + 1);
        expect(pageAt(layout, page.top + page.height - 1)).toBe(index + 1);
      });
      const { first, last } = pagesBetween(layout, y % layout.height, (y % layout.height) + view.height, 1);
      expect(first).toBeGreaterThanOrEqual(1);
      expect(last).toBeLessThanOrEqual(pages.length);
      expect(first).toBeLessThanOrEqual(last);
    }),
  );
});

test('a page is painted as sharp as wanted until that would cost too many pixels', () => {
  expect(paintScale(upright, 2)).toBe(2);
  const scale = paintScale(upright, 16);
  expect(upright.width * scale * upright.height * scale).toBeCloseTo(PIXEL_BUDGET, -2);
});
