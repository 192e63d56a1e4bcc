import { expect, test } from 'vitest';
import { usableBounds } from '../../../main/electron/window-bounds.ts';

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
