import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contextOf,
  type FindOptions,
  fold,
  joinRuns,
  matchesOf,
  patternOf,
  placeInRuns,
  searchOrder,
} from '../../../../renderer/viewer/document/find/find.ts';

const runs = [
  { text: 'EGLL', lineEnd: false },
  { text: ' ILS', lineEnd: true },
  { text: '27L', lineEnd: false },
  { text: '', lineEnd: true },
];

const loose = { matchCase: false, wholeWords: false };

function places(text: string, query: string, options: FindOptions = loose) {
  const pattern = patternOf(query, options);
  if (!pattern) return [];
  return matchesOf(4, options.matchCase ? text : fold(text), pattern).map(({ begin, end }) =>
    text.slice(begin, end),
  );
}

test('a match runs over pieces and line ends, in any case', () => {
  const text = joinRuns(runs);
  expect(text).toBe('EGLL ILS\n27L\n');
  expect(places(text, 'egll  ils 27l')).toEqual(['EGLL ILS\n27L']);
  expect(places(text, 'L')).toHaveLength(4);
  expect(places(text, ' ')).toEqual([]);
});

test('signs are searched as they are', () => {
  expect(places('a.b (c) [d', '.')).toHaveLength(1);
  expect(places('a.b (c) [d', '(c) [')).toHaveLength(1);
  expect(places('H24/O', '/o')).toEqual(['/O']);
});

test('accents and capitals count only when the case is to match, and every character keeps its place', () => {
  expect(places('ZÜRICH Zürich', 'zurich')).toEqual(['ZÜRICH', 'Zürich']);
  expect(places('ZÜRICH Zürich', 'Zürich', { ...loose, matchCase: true })).toEqual(['Zürich']);
  expect(places('ZÜRICH', 'zurich', { ...loose, matchCase: true })).toEqual([]);
  expect(places('İİ EGLL', 'egll')).toEqual(['EGLL']);
});

test('whole words: no letter and no digit beside them', () => {
  const words = { ...loose, wholeWords: true };
  expect(places('27L 27LR 127L (27L) 27-L', '27l', words)).toEqual(['27L', '27L']);
  expect(places('ÉTAT état', 'tat', words)).toEqual([]);
});

test('no more matches than are asked for', () => {
  const pattern = patternOf('a', loose);
  expect(pattern && matchesOf(1, 'aaaa', pattern, 3)).toHaveLength(3);
});

test('the line around a match, cut at words where it is long', () => {
  const text = `first line\n${'wide '.repeat(20)}ILS 27L ${'tail '.repeat(30)}\nlast`;
  const begin = text.indexOf('ILS');
  const { before, match, after } = contextOf(text, { begin, end: begin + 7 });
  expect(match).toBe('ILS 27L');
  expect(before).toMatch(/^…wide /);
  expect(before.length).toBeLessThan(40);
  expect(after).toMatch(/tail…$/);
  expect(after.length).toBeLessThan(90);
  expect(contextOf('a b', { begin: 2, end: 3 })).toEqual({ before: 'a ', match: 'b', after: '' });
});

test('a place in the text is found again in its piece', () => {
  expect(placeInRuns(runs, 0)).toEqual({ run: 0, offset: 0 });
  expect(placeInRuns(runs, 5)).toEqual({ run: 1, offset: 1 });
  expect(placeInRuns(runs, 9)).toEqual({ run: 2, offset: 0 });
  expect(placeInRuns(runs, 99)).toBeNull();
});

test('no text and no query throws, and matches stay in the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      const pattern = patternOf(query, loose);
      const folded = fold(text);
      expect(folded).toHaveLength(text.length);
      for (const match of pattern ? matchesOf(1, folded, pattern) : []) {
        expect(match.begin).toBeLessThan(match.end);
        expect(match.end).toBeLessThanOrEqual(text.length);
        const around = contextOf(text, match);
        expect(around.match).toBe(text.slice(match.begin, match.end).replace(/\s+/g, ' '));
      }
    }),
  );
});

test('the search begins at the page in view and comes round', () => {
  expect(searchOrder(3, 4)).toEqual([3, 4, 1, 2]);
});
