import { expect, test } from 'vitest';
import { PictureList } from '../../../../renderer/viewer/document/paint/picture-list.ts';

const task = (kitId: string, sha256 = 'a') => ({ kitId, sha256, bytes: 1 });

test('one after the other; a bad document is not tried again, a new one for its kit is', () => {
  const list = new PictureList();
  list.renew([task('one'), task('two')]);
  const first = list.next();
  if (!first) throw new Error('there is a task');
  expect(first.kitId).toBe('one');
  list.done(first, true);
  expect(list.next()?.kitId).toBe('two');
  list.renew([task('one'), task('two')]);
  expect(list.next()?.kitId).toBe('two');
  list.renew([task('one', 'b')]);
  expect(list.next()).toEqual(task('one', 'b'));
});
