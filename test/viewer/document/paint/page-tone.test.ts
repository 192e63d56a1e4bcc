import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanLuminance } from '../../../../renderer/viewer/document/paint/bitmap-cache.ts';

const byte = fc.integer({ min: 0, max: 255 });

test('white is 255, black 0, green weighs most, and how transparent it is counts for nothing', () => {
  expect(meanLuminance([255, 255, 255, 255])).toBeCloseTo(255);
  expect(meanLuminance([0, 0, 0, 255, 255, 255, 255, 0])).toBeCloseTo(127.5);
  expect(meanLuminance([0, 255, 0, 255])).toBeGreaterThan(meanLuminance([255, 0, 255, 255]));
  // A dark blue cover.
  expect(meanLuminance([11, 37, 69, 255])).toBeCloseTo(33.8, 1);
  expect(meanLuminance([])).toBe(0);
});

test('a picture and the picture turned around lie as far from the middle, on either side', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(byte, byte, byte), { minLength: 1 }), (pixels) => {
      const rgba = pixels.flatMap(([red, green, blue]) => [red, green, blue, 255]);
      const turned = pixels.flatMap(([red, green, blue]) => [255 - red, 255 - green, 255 - blue, 255]);
      expect(meanLuminance(rgba) + meanLuminance(turned)).toBeCloseTo(255, 6);
    }),
  );
});
