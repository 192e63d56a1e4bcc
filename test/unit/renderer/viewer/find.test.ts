import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinRuns, matchesIn, placeInRuns, searchOrder } from '../../../../renderer/viewer/find.ts';

const runs = [
  { text: 'EGLL', lineEnd: false },
  { text: ' ILS', lineEnd: true },
  { text: '27L', lineEnd: false },
  { text: '', lineEnd: true },
];

test('a match runs over pieces and line ends, in any case', () => {
  const text = joinRuns(runs);
  expect(text).toBe('EGLL ILS 27L ');
  expect(matchesIn(4, text, 'egll  ils 27l')).toEqual([{ page: 4, begin: 0, end: 12 }]);
  expect(matchesIn(4, text, 'L')).toHaveLength(4);
  expect(matchesIn(4, text, ' ')).toEqual([]);
});

test('signs are searched as they are', () => {
  expect(matchesIn(1, 'a.b (c) [d', '.')).toHaveLength(1);
  expect(matchesIn(1, 'a.b (c) [d', '(c) [')).toHaveLength(1);
});

test('characters that change their length in lower case keep every place', () => {
  const text = 'İİ EGLL';
  expect(matchesIn(1, text, 'egll')).toEqual([{ page: 1, begin: 3, end: 7 }]);
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
      for (const match of matchesIn(1, text, query)) {
        expect(match.begin).toBeLessThan(match.end);
        expect(match.end).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});

test('the search begins at the page in view and comes round', () => {
  expect(searchOrder(3, 4)).toEqual([3, 4, 1, 2]);
});
