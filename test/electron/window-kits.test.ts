import { expect, test } from 'vitest';
import { WindowKits } from '../../main/electron/desktop-kits.ts';

test('each window knows what the others have open, and who has a kit', () => {
  const kits = new WindowKits();
  let told = 0;
  const stop = kits.onChange(() => {
    told += 1;
  });
  kits.hold(1, ['b', 'a', 'b']);
  kits.hold(2, ['c', 'a']);
  kits.hold(3, ['a']);
  expect(kits.of(1)).toEqual(['b', 'a']);
  expect(kits.elsewhere(1)).toEqual(['a', 'c']);
  expect(kits.elsewhere(2)).toEqual(['a', 'b']);
  expect(kits.holders('a', null)).toEqual([3, 2, 1]);
  expect(kits.holders('a', 3)).toEqual([2, 1]);
  expect(kits.holders('z', null)).toEqual([]);
  expect(told).toBe(3);
  kits.gone(3);
  kits.gone(3);
  expect(told).toBe(4);
  expect(kits.holders('a', null)).toEqual([2, 1]);
  expect(kits.of(3)).toEqual([]);
  stop();
  kits.hold(2, []);
  expect(told).toBe(4);
});
