import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scrollToPlace, sidesBeyond } from '../../../../renderer/viewer/document/geometry/in-view.ts';
import { layoutPages } from '../../../../renderer/viewer/document/geometry/page-layout.ts';
import { turnPoint } from '../../../../renderer/viewer/document/geometry/turns.ts';

const view = { width: 1000, height: 700 };
const sizes = [1, 2, 3].map(() => ({ width: 800, height: 1100 }));
const part = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

test('a fitted chart goes on nowhere; as wide as the window it goes on below, then on both, then above', () => {
  const chart = layoutPages({ sizes, view, zoom: 'chart', drawnOf: () => part });
  const whole = scrollToPlace(chart, { page: 2, down: 0 }) ?? { left: 0, top: 0 };
  expect(sidesBeyond(chart, whole, 2, () => part)).toEqual([]);
  // The margins of the page do go on.
  expect(sidesBeyond(chart, whole, 2, () => null)).not.toEqual([]);
  const wide = layoutPages({ sizes, view, zoom: 'width' });
  const at = (down: number) => {
    const box = wide.pages[0];
    return sidesBeyond(wide, { left: 0, top: (box?.height ?? 0) * down }, 1, () => null);
  };
  expect(at(0)).toEqual(['bottom']);
  expect(at(0.2)).toEqual(['top', 'bottom']);
  expect(at(0.6)).toEqual(['top']);
});

test('of pages side by side each counts, and without a window or a page nothing does', () => {
  const layout = layoutPages({ sizes, view, zoom: 2, arrangement: 'facing' });
  const row = layout.rows[1];
  const top = row?.top ?? 0;
  expect(sidesBeyond(layout, { left: 0, top }, 2, () => null)).toEqual(['right', 'bottom']);
  expect(sidesBeyond(layout, { left: layout.width - view.width, top }, 2, () => null)).toContain('left');
  expect(sidesBeyond(layout, { left: 0, top: 0 }, 9, () => null)).toEqual([]);
  expect(sidesBeyond({ ...layout, view: { width: 0, height: 0 } }, { left: 0, top }, 1, () => null)).toEqual(
    [],
  );
});

test('a side is named exactly where a corner of what is drawn lies beyond it', () => {
  const share = fc.double({ min: 0, max: 0.4, noNaN: true });
  fc.assert(
    fc.property(
      fc.record({ x: share, y: share, right: share, bottom: share }),
      fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
      fc.double({ min: 0.25, max: 4, noNaN: true }),
      fc.nat(4000),
      fc.nat(4000),
      ({ x, y, right, bottom }, turn, zoom, left, top) => {
        const drawn = { x, y, width: 1 - x - right, height: 1 - y - bottom };
        const layout = layoutPages({ sizes: sizes.slice(0, 1), view, zoom, turnOf: () => turn });
        const box = layout.pages[0];
        if (!box) throw new Error('the page is not laid out');
        const corners = [drawn, { x: drawn.x + drawn.width, y: drawn.y + drawn.height }].map((corner) => {
          const at = turnPoint(corner, turn);
          return { x: box.left + at.x * box.width - left, y: box.top + at.y * box.height - top };
        });
        const found = sidesBeyond(layout, { left, top }, 1, () => drawn);
        // Within a pixel of the limit either answer is right.
        const judge = (side: (typeof found)[number], beyond: number) => {
          if (Math.abs(beyond - 6) > 1) expect(found.includes(side)).toBe(beyond > 6);
        };
        judge('top', -Math.min(...corners.map((corner) => corner.y)));
        judge('left', -Math.min(...corners.map((corner) => corner.x)));
        judge('bottom', Math.max(...corners.map((corner) => corner.y)) - view.height);
        judge('right', Math.max(...corners.map((corner) => corner.x)) - view.width);
      },
    ),
  );
});
