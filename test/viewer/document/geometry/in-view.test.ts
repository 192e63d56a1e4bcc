/** Which page is in view, against what a person would see: every page looked at, one by one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anchorOnPage,
  pageInView,
  scrollFor,
} from '../../../../renderer/viewer/document/geometry/in-view.ts';
import {
  type Arrangement,
  groundOf,
  layoutPages,
} from '../../../../renderer/viewer/document/geometry/page-layout.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const length = fc.integer({ min: 60, max: 2500 });
const scenes = fc
  .record({
    sizes: fc.array(fc.record({ width: length, height: length }), { minLength: 1, maxLength: 20 }),
    zoom: fc.oneof(
      fc.constantFrom('page' as const, 'width' as const),
      fc.double({ min: 0.25, max: 8, noNaN: true }),
    ),
    arrangement: fc.constantFrom<Arrangement>('continuous', 'single', 'facing'),
    turn: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
    view: fc.record({
      width: fc.integer({ min: 200, max: 1900 }),
      height: fc.integer({ min: 200, max: 1000 }),
    }),
    current: fc.nat(),
    across: share,
    down: share,
  })
  .map(({ turn, current, across, down, ...input }) => {
    const layout = layoutPages({ ...input, turnOf: () => turn });
    const page = (current % input.sizes.length) + 1;
    const ground = groundOf(layout, page);
    return {
      layout,
      current: page,
      // As far as a scrolled region goes.
      scroll: {
        left: Math.round(across * Math.max(0, ground.width - input.view.width)),
        top: Math.round(down * Math.max(0, ground.height - input.view.height)),
      },
    };
  });
type Scene = typeof scenes extends fc.Arbitrary<infer S> ? S : never;

/** Width and height of what the window shows of a page, CSS px; both 0 where it shows nothing of it. */
function shown({ layout, scroll }: Scene, page: number): { width: number; height: number } {
  const box = layout.pages[page - 1];
  if (!box) throw new Error(`there is no page ${page}`);
  const overlap = (from: number, size: number, start: number, room: number) =>
    Math.min(from + size, start + room) - Math.max(from, start);
  const width = overlap(box.left, box.width, scroll.left, layout.view.width);
  const height = overlap(box.top, box.height, scroll.top, layout.view.height);
  return width > 0 && height > 0 ? { width, height } : { width: 0, height: 0 };
}

const numbers = ({ layout }: Scene) => layout.pages.map((_, index) => index + 1);

test('pages that stand alone: it is the one that is shown, whatever lies behind it', () => {
  fc.assert(
    fc.property(scenes, fc.boolean(), ({ layout, scroll, current }, asked) => {
      fc.pre(layout.arrangement === 'single');
      expect(pageInView(layout, scroll, current, asked)).toBe(current);
    }),
  );
});

test('it is a page that is seen, wherever any is; one that was asked for stays while it is seen', () => {
  fc.assert(
    fc.property(scenes, fc.boolean(), (scene, asked) => {
      const { layout, scroll, current } = scene;
      fc.pre(layout.arrangement !== 'single');
      const found = pageInView(layout, scroll, current, asked);
      if (numbers(scene).some((page) => shown(scene, page).width > 0))
        expect(shown(scene, found).width).toBeGreaterThan(0);
      if (asked && shown(scene, current).width > 0) expect(found).toBe(current);
    }),
    { numRuns: 500 },
  );
});

test('scrolled to, it is at two fifths of the window, and of two side by side no other is seen twice as wide', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const { layout, scroll, current } = scene;
      fc.pre(layout.arrangement !== 'single');
      const found = pageInView(layout, scroll, current, false);
      const rowOf = (page: number) => layout.pages[page - 1]?.row;
      const beside = numbers(scene).filter((page) => rowOf(page) === rowOf(found));
      const widest = Math.max(...beside.map((page) => shown(scene, page).width));
      const own = layout.pages[found - 1]?.width ?? 0;
      expect(shown(scene, found).width).toBeGreaterThanOrEqual(Math.min(own, widest / 2));
      const end = layout.height - layout.view.height;
      if (scroll.top <= 1 || scroll.top >= end - 1) return;
      const line = scroll.top + layout.view.height * 0.4;
      const there = numbers(scene).filter((page) => {
        const box = layout.pages[page - 1];
        return box && box.top <= line && line <= box.top + box.height && shown(scene, page).width > 0;
      });
      if (there.length > 0) expect(there.map(rowOf)).toContain(rowOf(found));
    }),
    { numRuns: 500 },
  );
});

test('at the top it is the first page, at the end the last, and where all is seen the one that was asked for', () => {
  const small = { width: 300, height: 300 };
  const sizes = Array.from({ length: 9 }, () => small);
  const view = { width: 1000, height: 900 };
  const layout = layoutPages({ sizes, zoom: 1, view });
  expect(pageInView(layout, { left: 0, top: 0 }, 5, false)).toBe(1);
  expect(pageInView(layout, { left: 0, top: layout.height - view.height }, 5, false)).toBe(9);
  const short = layoutPages({ sizes: sizes.slice(0, 2), zoom: 1, view });
  expect(pageInView(short, { left: 0, top: 0 }, 1, false)).toBe(1);
  expect(pageInView(short, { left: 0, top: 0 }, 2, false)).toBe(2);
});

test('of two pages side by side it is the one that the window was moved to', () => {
  const sizes = Array.from({ length: 5 }, () => ({ width: 600, height: 800 }));
  const layout = layoutPages({
    sizes,
    zoom: 4,
    view: { width: 1000, height: 700 },
    arrangement: 'facing',
  });
  const at = (page: number) => ({
    left: (layout.pages[page - 1]?.left ?? 0) + 100,
    top: (layout.pages[page - 1]?.top ?? 0) + 100,
  });
  expect(pageInView(layout, at(3), 2, false)).toBe(3);
  expect(pageInView(layout, at(2), 3, false)).toBe(2);
  // Both are seen alike.
  const between = { left: at(3).left - 600, top: at(3).top };
  expect(pageInView(layout, between, 2, false)).toBe(2);
  expect(pageInView(layout, between, 3, false)).toBe(3);
});

test('whatever the zoom becomes by keys, the page in view stays in sight', () => {
  fc.assert(
    fc.property(scenes, fc.double({ min: 0.25, max: 8, noNaN: true }), (scene, zoom) => {
      const { layout, scroll } = scene;
      const { view, arrangement } = layout;
      const page = pageInView(layout, scroll, scene.current, false);
      fc.pre(shown(scene, page).width > 0 && layout.pages.every(({ turn }) => turn === 0));
      const anchor = anchorOnPage(layout, scroll, page, {
        x: view.width / 2,
        y: Math.min(200, view.height / 2),
      });
      if (!anchor) throw new Error('no anchor');
      expect(anchor.at.x).toBeGreaterThanOrEqual(0);
      expect(anchor.at.x).toBeLessThanOrEqual(view.width);
      expect(anchor.at.y).toBeLessThanOrEqual(view.height);
      const sizes = layout.pages.map(({ width, height }) => ({ width, height }));
      const after = layoutPages({ sizes, zoom, view, arrangement });
      const to = scrollFor(after, anchor);
      if (!to) throw new Error('no place');
      const box = after.pages[page - 1];
      if (!box) throw new Error('no page');
      expect(box.top).toBeLessThanOrEqual(to.top + view.height);
      expect(box.top + box.height).toBeGreaterThanOrEqual(to.top);
    }),
  );
});
