import { expect, test } from 'vitest';
import { firstSize, usableBounds } from '../../../main/electron/window-bounds.ts';

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
