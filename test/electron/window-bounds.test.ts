import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstSize,
  rememberedPlaces,
  type Screen,
  usableBounds,
  viewerBounds,
  viewerPlace,
} from '../../main/electron/window-bounds.ts';

const screens = [
  { x: 0, y: 0, width: 1920, height: 1040 },
  { x: 1920, y: 0, width: 1280, height: 984 },
];
const size = { width: 1000, height: 700, maximized: false };

test.each([
  ['on the first screen', { ...size, x: 100, y: 100 }, true],
  ['on the second', { ...size, x: 2000, y: 10 }, true],
  ['mostly off, with a grip left', { ...size, x: -900, y: 10 }, true],
  ['off, with less', { ...size, x: -930, y: 10 }, false],
  ['on a screen that is gone', { ...size, x: 5000, y: 10 }, false],
  ['with its title above the screen', { ...size, x: 10, y: -20 }, false],
  ['with its title below', { ...size, x: 10, y: 1030 }, false],
])('a window %s: %#', (_name, bounds, usable) => {
  expect(usableBounds(bounds, screens)).toEqual(usable ? bounds : null);
});

test('nothing remembered, or no screen', () => {
  expect(usableBounds(null, screens)).toBeNull();
  expect(usableBounds({ ...size, x: 0, y: 0 }, [])).toBeNull();
});

test('larger than all screens together, it shrinks to them', () => {
  const [screen] = screens.slice(1).map((area) => ({ ...area, x: 0 }));
  if (!screen) throw new Error('There is no screen.');
  expect(usableBounds({ x: 200, y: 50, width: 1900, height: 1000, maximized: true }, [screen])).toEqual({
    ...screen,
    maximized: true,
  });
  expect(usableBounds({ x: 200, y: 50, width: 1200, height: 1000, maximized: false }, [screen])).toEqual({
    x: 200,
    y: 0,
    width: 1200,
    height: 984,
    maximized: false,
  });
  const both = { x: 100, y: 50, width: 3000, height: 900, maximized: false };
  expect(usableBounds(both, screens)).toEqual(both);
});

test('the first size is that of a small screen, or the one that is wished for', () => {
  expect(firstSize({ x: 0, y: 0, width: 1366, height: 728 })).toEqual({ width: 1280, height: 728 });
  expect(firstSize({ x: 0, y: 0, width: 911, height: 512 })).toEqual({ width: 911, height: 512 });
  expect(firstSize({ x: 0, y: 0, width: 3200, height: 1800 })).toEqual({ width: 1280, height: 840 });
});

describe('a further window', () => {
  const at = (id: number, x: number, y: number, width: number, height: number): Screen => ({
    id,
    label: `screen ${id}`,
    bounds: { x, y, width, height },
    workArea: { x, y: y + 24, width, height: height - 24 },
  });
  const left = at(1, 0, 0, 1920, 1080);
  const right = at(2, 1920, 0, 1280, 1024);
  const library = { x: 100, y: 100, width: 1280, height: 840 };
  const none = { remembered: [], open: [library], at: null };

  test('opens on another screen than the library’s, in its middle; on the only one beside the library’s corner', () => {
    expect(viewerBounds({ ...none, screens: [left, right] })).toEqual({
      x: 1920,
      y: 104,
      width: 1280,
      height: 840,
      maximized: false,
    });
    expect(viewerBounds({ ...none, screens: [left] })).toMatchObject({ x: 132, y: 132 });
  });

  test('comes back to its place on its display, wherever that display is now', () => {
    const was = { x: 2000, y: 60, width: 900, height: 700, maximized: true };
    const place = viewerPlace(was, [left, right]);
    if (!place) throw new Error('There are displays.');
    const remembered = [place];
    expect(viewerBounds({ ...none, remembered, screens: [left, right] })).toEqual(was);
    // Plugged in on the other side, under another id.
    const moved = { ...at(9, -1280, 0, 1280, 1024), label: right.label };
    expect(viewerBounds({ ...none, remembered, screens: [left, moved] })).toEqual({ ...was, x: -1200 });
    // Another display of that id: its place means nothing there.
    const other = at(2, 1920, 0, 3840, 2160);
    expect(viewerBounds({ ...none, remembered, screens: [left, other] })).toMatchObject({ maximized: false });
    // Unplugged: it opens where it can be seen, and its place is kept.
    expect(viewerBounds({ ...none, remembered, screens: [left] })).toMatchObject({
      x: 132,
      maximized: false,
    });
    expect(
      rememberedPlaces({ ...place, display: { ...place.display, id: 5, label: 'x' } }, remembered, 8),
    ).toHaveLength(2);
    expect(rememberedPlaces(place, remembered, 8)).toEqual([place]);
  });

  test('opens under the mouse where a tab was let go of, with the size that it had on that display', () => {
    const place = viewerPlace({ x: 2000, y: 60, width: 900, height: 700, maximized: false }, [left, right]);
    const remembered = place ? [place] : [];
    const torn = viewerBounds({
      screens: [left, right],
      remembered,
      open: [library],
      at: { x: 2600, y: 90 },
    });
    expect(torn).toEqual({ x: 2150, y: 74, width: 900, height: 700, maximized: false });
  });

  test('without displays it opens all the same', () => {
    expect(viewerBounds({ ...none, screens: [] })).toMatchObject({ width: 1280, height: 840 });
    expect(viewerPlace({ ...library, maximized: false }, [])).toBeNull();
  });

  const screen = fc
    .record({
      id: fc.integer({ min: 1, max: 4 }),
      x: fc.integer({ min: -4000, max: 4000 }),
      y: fc.integer({ min: -2000, max: 2000 }),
      width: fc.integer({ min: 640, max: 4000 }),
      height: fc.integer({ min: 480, max: 3000 }),
    })
    .map(({ id, x, y, width, height }) => at(id, x, y, width, height));
  const rectangle = fc.record({
    x: fc.integer({ min: -9000, max: 9000 }),
    y: fc.integer({ min: -9000, max: 9000 }),
    width: fc.integer({ min: 1, max: 9000 }),
    height: fc.integer({ min: 1, max: 9000 }),
  });

  test('is wholly within one display, whatever is remembered and wherever the mouse is', () => {
    fc.assert(
      fc.property(
        fc.array(screen, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(rectangle, fc.array(screen, { minLength: 1, maxLength: 3 })), { maxLength: 4 }),
        fc.array(rectangle, { maxLength: 5 }),
        fc.option(rectangle),
        (screens, before, open, mouse) => {
          const remembered = before.flatMap(
            ([bounds, then]) => viewerPlace({ ...bounds, maximized: false }, then) ?? [],
          );
          const { x, y, width, height } = viewerBounds({ screens, remembered, open, at: mouse });
          const holds = screens.some(
            ({ workArea: area }) =>
              x >= area.x &&
              y >= area.y &&
              x + width <= area.x + area.width &&
              y + height <= area.y + area.height,
          );
          expect(holds && [x, y, width, height].every(Number.isInteger)).toBe(true);
        },
      ),
    );
  });
});
