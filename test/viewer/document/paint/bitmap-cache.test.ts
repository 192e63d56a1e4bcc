import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitmapCache } from '../../../../renderer/viewer/document/paint/bitmap-cache.ts';

const look = (page: number, scale = 1) => ({ page, scale });
function cache(budget: number) {
  const gone: string[] = [];
  return { gone, kept: new BitmapCache<string>(budget, (picture) => gone.push(picture)) };
}

test('the picture used longest ago goes first, when the budget is over', () => {
  const { kept, gone } = cache(30);
  for (const page of [1, 2, 3]) kept.put(look(page), `p${page}`, 10);
  const first = kept.lend(look(1));
  expect(first).toBe('p1');
  kept.giveBack('p1');
  kept.put(look(4), 'p4', 10);
  expect(gone).toEqual(['p2']);
  expect(kept.bytes).toBe(30);
});

test('a picture on loan is neither let go nor lent twice', () => {
  const { kept, gone } = cache(10);
  kept.put(look(1), 'p1', 10);
  expect(kept.lend(look(1))).toBe('p1');
  expect(kept.lend(look(1))).toBeNull();
  kept.put(look(2), 'p2', 10);
  expect(gone).toEqual([]);
  kept.giveBack('p1');
  expect(gone).toEqual(['p2']);
});

test('no more than so many are kept beside those on loan, however small', () => {
  const gone: string[] = [];
  const kept = new BitmapCache<string>(1_000, (picture) => gone.push(picture), 2);
  for (const page of [1, 2]) kept.put(look(page), `p${page}`, 1);
  kept.lend(look(1));
  for (const page of [3, 4]) kept.put(look(page), `p${page}`, 1);
  expect(gone).toEqual(['p2']);
  expect(kept.size).toBe(3);
  kept.giveBack('p1');
  expect(gone).toEqual(['p2', 'p3']);
  expect(kept.has(look(1))).toBe(true);
});

test('a second picture of the same look replaces the first, unless that is being shown', () => {
  const { kept, gone } = cache(100);
  kept.put(look(1), 'old', 10);
  kept.put(look(1), 'new', 10);
  expect(gone).toEqual(['old']);
  kept.lend(look(1));
  kept.put(look(1), 'late', 10);
  expect(gone).toEqual(['old', 'late']);
  expect(kept.bytes).toBe(10);
});

test('the stand-in of a page is the one nearest in scale', () => {
  const { kept } = cache(100);
  kept.put(look(1, 0.2), 'small', 1);
  kept.put(look(1, 2), 'large', 1);
  kept.put(look(2, 1), 'other', 1);
  expect(kept.nearest(look(1, 1.5))).toEqual(look(1, 2));
  expect(kept.nearest(look(3))).toBeNull();
});

test('what is given back after the end is freed', () => {
  const { kept, gone } = cache(100);
  kept.put(look(1), 'p1', 1);
  kept.clear();
  kept.giveBack('stranger');
  expect(gone).toEqual(['p1', 'stranger']);
});

test('whatever happens, the bytes are those of the pictures kept, and over the budget only by loans', () => {
  const step = fc.record({
    page: fc.integer({ min: 1, max: 6 }),
    act: fc.constantFrom('put', 'lend', 'back'),
    bytes: fc.integer({ min: 1, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const alive = new Map<object, number>();
      const lent: { bytes: number }[] = [];
      const kept = new BitmapCache<{ bytes: number }>(40, (picture) => alive.delete(picture));
      for (const { page, act, bytes } of steps) {
        if (act === 'put') {
          const picture = { bytes };
          alive.set(picture, bytes);
          kept.put(look(page), picture, bytes);
        } else if (act === 'lend') {
          const picture = kept.lend(look(page));
          if (picture) lent.push(picture);
        } else {
          const picture = lent.pop();
          if (picture) kept.giveBack(picture);
        }
        const sum = [...alive.values()].reduce((a, b) => a + b, 0);
        expect(kept.bytes).toBe(sum);
        for (const picture of lent) expect(alive.has(picture)).toBe(true);
        const shown = lent.reduce((a, picture) => a + picture.bytes, 0);
        // One more picture than the budget may stand: the one that was just put.
        expect(kept.bytes).toBeLessThanOrEqual(Math.max(40, shown + 20));
      }
    }),
  );
});

test('those that are not on loan keep to bytes of their own, but for one', () => {
  const gone: string[] = [];
  const kept = new BitmapCache<string>(1_000, (picture) => gone.push(picture), 3, 20);
  for (const page of [1, 2, 3]) kept.put(look(page), `p${page}`, 10);
  expect(gone).toEqual(['p1']);
  kept.lend(look(3));
  kept.put(look(4), 'p4', 10);
  expect(gone).toEqual(['p1']);
  kept.put(look(5), 'p5', 100);
  expect(gone).toEqual(['p1', 'p2', 'p4']);
});
