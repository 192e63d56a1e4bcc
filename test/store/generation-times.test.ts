import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEPT_TIMES, MemoryGenerationTimes } from '../../main/store/generation-times.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { freshFolder } from '../fresh-folder.ts';

test('the newest 200 generation times of each profile stay, newest first, also after the app was closed', () => {
  const file = join(freshFolder(), 'user.sqlite');
  let db = openUserDatabase(file);
  expect(db.times.past('p')).toEqual([]);
  for (let ms = 1; ms <= 250; ms += 1) db.times.add('p', { ms, at: 5 });
  db.times.add('q', { ms: 7.4, at: 7 });
  db.close();
  db = openUserDatabase(file);
  expect(db.times.past('p')).toHaveLength(KEPT_TIMES);
  expect(db.times.past('p').map(({ ms }) => ms)).toEqual(
    Array.from({ length: KEPT_TIMES }, (_, k) => 250 - k),
  );
  expect(db.times.past('q')).toEqual([{ ms: 7, at: 7 }]);
  db.close();
  expect(() => db.times.add('p', { ms: 1, at: 1 })).toThrow();
});

test('those in memory are kept alike', () => {
  const times = new MemoryGenerationTimes();
  for (let ms = 1; ms <= 250; ms += 1) times.add('p', { ms, at: ms });
  times.add('q', { ms: 7, at: 7 });
  expect(times.past('p')).toHaveLength(KEPT_TIMES);
  expect(times.past('p')[0]).toEqual({ ms: 250, at: 250 });
  expect(times.past('q')).toEqual([{ ms: 7, at: 7 }]);
});
