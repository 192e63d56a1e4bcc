import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  extendTo,
  moveTo,
  nothingSelected,
  selectAll,
  selectOne,
  toggle,
  without,
} from '../../../renderer/kits/list/library-store.ts';

const shown = ['a', 'b', 'c', 'd', 'e'];
const marked = ({ marked }: { marked: ReadonlySet<string> }) => [...marked].sort().join('');

test('Ctrl adds and takes out, Shift selects from where it began, and a plain click begins anew', () => {
  let selection = selectOne('b');
  selection = toggle(selection, 'd');
  expect(marked(selection)).toBe('bd');
  selection = extendTo(selection, 'e', shown);
  expect(marked(selection)).toBe('de');
  selection = extendTo(selection, 'b', shown);
  expect(marked(selection)).toBe('bcd');
  expect(selection.active).toBe('b');
  expect(marked(toggle(selection, 'c'))).toBe('bd');
  expect(marked(selectOne('a'))).toBe('a');
});

test('the keys can go on without the selection, and take everything', () => {
  const moved = moveTo(selectOne('b'), 'd');
  expect([marked(moved), moved.active]).toEqual(['b', 'd']);
  expect(marked(selectAll(nothingSelected, shown))).toBe('abcde');
  expect(selectAll(nothingSelected, shown).active).toBe('a');
});

test('kits that are gone leave the selection; where none is gone it stays the same object', () => {
  const all = selectAll(selectOne('b'), shown);
  expect(without(all, () => true)).toBe(all);
  const left = without(all, (id) => id !== 'b');
  expect([marked(left), left.active, left.anchor]).toEqual(['acde', null, null]);
});

test('a range is one piece of the list, with both its ends', () => {
  fc.assert(
    fc.property(fc.nat(4), fc.nat(4), (from, to) => {
      const selection = extendTo(selectOne(shown[from] ?? 'a'), shown[to] ?? 'a', shown);
      expect(marked(selection)).toBe(shown.slice(Math.min(from, to), Math.max(from, to) + 1).join(''));
    }),
  );
});

test('a range from a kit that is hidden now begins at the one that was pointed at', () => {
  expect(marked(extendTo(selectOne('z'), 'c', shown))).toBe('c');
});
