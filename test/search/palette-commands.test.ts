import { expect, test } from 'vitest';
import { commandsFor } from '../../renderer/search/palette-commands.ts';

test('a command is found by the beginnings of its words, all of them, and not by a letter or two', () => {
  const ids = (query: string) => commandsFor(query).map(({ id }) => id);
  expect(ids('table')).toEqual(['layout-table']);
  expect(ids('Show CARDS')).toEqual(['layout-cards']);
  expect(ids('list')).toEqual(['layout-table', 'layout-cards']);
  expect(ids('table EGLL')).toEqual([]);
  expect(ids('ab')).toEqual([]);
  expect(ids('  a ')).toEqual([]);
});
