import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withinLimits } from '../../main/comparison/comparison-record.ts';
import { ComparisonStore, pairOf } from '../../main/comparison/comparison-store.ts';
import { freshFolder } from '../fresh-folder.ts';
import { openStores } from '../reading/stores.ts';
import { page } from './comparison-laptop.ts';

const pages = [page(1, 1, 'same'), page(2, 2, 'changed', ['“550” is now “560”.'])];
const pair = (n: number) => ({ old_sha256: `old${n}`, new_sha256: `new${n}` });

test('comparisons are there after a restart, with what changed in brief; one that was begun counts its starts', () => {
  const file = join(freshFolder(), 'reading.sqlite');
  const { database } = openStores(file);
  const store = new ComparisonStore(database);
  expect(store.begin(pair(1), 1)).toBe(1);
  expect(store.begin(pair(1), 2)).toBe(2);
  store.putDown(pair(1));
  expect(store.begin(pair(1), 3)).toBe(1);
  store.finish(pair(1), pages);
  store.begin(pair(2), 4);
  store.fail(pair(2), 'It is locked.');
  store.begin(pair(3), 5);
  database.close();
  const again = new ComparisonStore(openStores(file).database);
  expect(again.facts()).toEqual([
    { ...pair(1), state: 'ready', why: null, changes: [{ page: { old: 2, new: 2 }, chart: 200 }] },
    { ...pair(2), state: 'failed', why: 'It is locked.', changes: [] },
    { ...pair(3), state: 'begun', why: null, changes: [] },
  ]);
  expect(again.pages(pair(1))).toEqual(pages);
  expect(again.pages(pair(2))).toBeNull();
  expect(again.begin(pair(3), 6)).toBe(2);
});

test('those of documents that are gone go, and the oldest of those that nobody needs', () => {
  const { database } = openStores(join(freshFolder(), 'reading.sqlite'));
  const store = new ComparisonStore(database);
  for (let n = 0; n < 130; n += 1) {
    store.begin(pair(n), n);
    store.finish(pair(n), pages);
  }
  const there = new Set(Array.from({ length: 129 }, (_, n) => [`old${n}`, `new${n}`]).flat());
  store.keepOnly(there, new Set([pairOf(pair(3))]));
  const left = store.facts().map(({ old_sha256 }) => Number(old_sha256.slice(3)));
  expect(left).toEqual([3, ...Array.from({ length: 100 }, (_, n) => 29 + n)]);
});

test('of more than can be kept, later pages say only that they changed', () => {
  const long = [1, 2, 3].map((n) => page(n, n, 'changed', ['x'.repeat(500)]));
  const kept = withinLimits([...long, page(4, 4, 'same')], 1_400);
  expect(kept.map(({ state }) => state)).toEqual(['changed', 'changed', 'changed', 'same']);
  expect(kept.map(({ what }) => what[0]?.slice(0, 4))).toEqual(['xxxx', 'xxxx', 'More', undefined]);
});
