import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scrollToPlace } from '../../../../../renderer/viewer/geometry/anchor.ts';
import { layoutPages } from '../../../../../renderer/viewer/geometry/page-layout.ts';
import { turnPoint } from '../../../../../renderer/viewer/geometry/turns.ts';

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
