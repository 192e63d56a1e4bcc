import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChartPage, nothingFound } from '../../main/charts/rules/chart.ts';
import { chartNumbers } from '../../main/comparison/rules/match-pages.ts';

/** Pages of charts of these titles; null: nothing is known of the page. */
function charts(...titles: (string | null)[]): ChartPage[] {
  return titles.map((title, index) => ({
    page: index + 1,
    text: 'read',
    publisher: null,
    ...nothingFound,
    more: [],
    kind: title === null ? null : { value: 'approach', words: [] },
    title: title === null ? null : { value: title, words: [] },
  }));
}
const both = (count: number) => Array.from({ length: count }, (_, index) => ({ old: index, new: index }));

test('pages of one chart have one number, in the order of the pages', () => {
  const pages = charts('ILS 27L', 'ILS 27L', null, 'RNAV 09R', 'ILS 27L');
  expect(chartNumbers(both(5), pages, pages)).toEqual([0, 0, 1, 2, 3]);
});

test('a page that is new or gone belongs to the chart whose pages are there', () => {
  const pairs = [
    { old: 0, new: 0 },
    { old: 1, new: null },
    { old: null, new: 1 },
    { old: 2, new: 2 },
  ];
  const [old, newer] = [charts('SID 1', 'SID 1', 'STAR 1'), charts('SID 2', 'SID 2', 'STAR 1')];
  expect(chartNumbers(pairs, old, newer)).toEqual([0, 0, 0, 1]);
  expect(chartNumbers(pairs, charts('SID 1', null, 'STAR 1'), newer)).toEqual([0, 1, 0, 2]);
});

test('numbers are without gaps, and pages of which nothing is known are charts of their own', () => {
  const title = fc.constantFrom('A', 'B', null);
  fc.assert(
    fc.property(fc.array(title, { maxLength: 12 }), fc.array(title, { maxLength: 12 }), (one, other) => {
      const [old, newer] = [charts(...one), charts(...other)];
      const shared = Math.min(one.length, other.length);
      const pairs = [
        ...both(shared),
        ...one.slice(shared).map((_, index) => ({ old: shared + index, new: null })),
        ...other.slice(shared).map((_, index) => ({ old: null, new: shared + index })),
      ];
      const numbers = chartNumbers(pairs, old, newer);
      expect([...new Set(numbers)]).toEqual(Array.from(new Set(numbers), (_, index) => index));
      for (const [index, pair] of pairs.entries()) {
        const isKnown = [
          pair.old === null ? null : one[pair.old],
          pair.new === null ? null : other[pair.new],
        ];
        if (isKnown.every((known) => known === null || known === undefined))
          expect(numbers.filter((number) => number === numbers[index])).toHaveLength(1);
      }
    }),
  );
});
