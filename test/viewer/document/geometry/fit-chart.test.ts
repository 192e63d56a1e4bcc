import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scrollToPlace } from '../../../../renderer/viewer/document/geometry/in-view.ts';
import { layoutPages } from '../../../../renderer/viewer/document/geometry/page-layout.ts';
import { turnPoint } from '../../../../renderer/viewer/document/geometry/turns.ts';

const view = { width: 1000, height: 700 };
const margin = fc.double({ min: 0, max: 0.4, noNaN: true });
const part = fc.tuple(margin, margin, margin, margin).map(([left, top, right, bottom]) => ({
  x: left,
  y: top,
  width: 1 - left - right,
  height: 1 - top - bottom,
}));
const pages = fc.array(
  fc.record({
    size: fc.record({
      width: fc.integer({ min: 300, max: 1500 }),
      height: fc.integer({ min: 300, max: 1500 }),
    }),
    drawn: fc.option(part),
    turn: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
  }),
  { minLength: 1, maxLength: 12 },
);

test('a page that is gone to shows all that is drawn on it, never smaller than fit page does', () => {
  fc.assert(
    fc.property(
      pages,
      fc.constantFrom('continuous' as const, 'single' as const),
      fc.nat(),
      (all, arrangement, pick) => {
        const input = {
          sizes: all.map(({ size }) => size),
          view,
          arrangement,
          turnOf: (page: number) => all[page - 1]?.turn ?? 0,
          drawnOf: (page: number) => all[page - 1]?.drawn ?? null,
        };
        const fitted = layoutPages({ ...input, zoom: 'chart' });
        const whole = layoutPages({ ...input, zoom: 'page' });
        const number = (pick % all.length) + 1;
        const [box, before] = [fitted.pages[number - 1], whole.pages[number - 1]];
        const scroll = scrollToPlace(fitted, { page: number, down: 0 });
        const drawn = all[number - 1]?.drawn ?? { x: 0, y: 0, width: 1, height: 1 };
        if (!box || !before || !scroll) throw new Error('the page is not laid out');
        expect(box.zoom).toBeGreaterThanOrEqual(before.zoom - 1e-9);
        // Both corners of what is drawn, as the page stands, lie within the window; rounding costs a pixel or two.
        const top = Math.max(0, scroll.top);
        for (const corner of [drawn, { x: drawn.x + drawn.width, y: drawn.y + drawn.height }]) {
          const at = turnPoint(corner, box.turn);
          const x = box.left + at.x * box.width - scroll.left;
          const y = box.top + at.y * box.height - top;
          expect(x).toBeGreaterThanOrEqual(-2);
          expect(x).toBeLessThanOrEqual(view.width + 2);
          expect(y).toBeGreaterThanOrEqual(-2);
          expect(y).toBeLessThanOrEqual(view.height + 2);
        }
      },
    ),
  );
});

test('facing pages are fitted as pages', () => {
  const sizes = [1, 2, 3].map(() => ({ width: 800, height: 1100 }));
  const drawnOf = () => ({ x: 0.1, y: 0.1, width: 0.5, height: 0.5 });
  const zooms = (zoom: 'chart' | 'page') =>
    layoutPages({ sizes, view, zoom, arrangement: 'facing', drawnOf }).pages.map((page) => page.zoom);
  expect(zooms('chart')).toEqual(zooms('page'));
});

test('fitted page by page, charts are as in fit chart and other pages as wide as the window; an unmeasured chart is whole', () => {
  const sizes = [1, 2, 3, 4].map(() => ({ width: 800, height: 1100 }));
  const part = { x: 0.2, y: 0.1, width: 0.5, height: 0.5 };
  const input = {
    sizes,
    view,
    drawnOf: (page: number) => (page === 2 || page === 4 ? part : null),
    isChart: (page: number) => page === 2 || page === 3,
  };
  for (const arrangement of ['continuous', 'single'] as const) {
    const zooms = (zoom: 'auto' | 'chart' | 'page' | 'width') =>
      layoutPages({ ...input, arrangement, zoom }).pages.map((page) => page.zoom);
    expect(zooms('auto')).toEqual([
      zooms('width')[0],
      zooms('chart')[1],
      zooms('page')[2],
      zooms('width')[3],
    ]);
  }
  // Side by side a spread with a chart is fitted whole.
  const spread = (zoom: 'auto' | 'page' | 'width') =>
    layoutPages({ ...input, isChart: (page) => page === 3, arrangement: 'facing', zoom }).pages.map(
      (page) => page.zoom,
    );
  expect(spread('auto')).toEqual([
    spread('width')[0],
    spread('page')[1],
    spread('page')[2],
    spread('width')[3],
  ]);
});

test('a link to any place within a fitted chart shows all of it; in other pages it goes to the place', () => {
  const sizes = [1, 2].map(() => ({ width: 800, height: 1100 }));
  const layout = layoutPages({ sizes, view, zoom: 'auto', isChart: (page) => page === 2 });
  expect(scrollToPlace(layout, { page: 2, down: 0.7 })).toEqual(scrollToPlace(layout, { page: 2, down: 0 }));
  expect(scrollToPlace(layout, { page: 1, down: 0.7 })).not.toEqual(
    scrollToPlace(layout, { page: 1, down: 0 }),
  );
});
