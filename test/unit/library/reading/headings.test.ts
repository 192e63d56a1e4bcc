import { expect, test } from 'vitest';
import { headingsOf } from '../../../../main/library/reading/headings.ts';

const line = (title: string, level: number, page: number | null) => ({ title, level, page, down: 0 });
const shown = (...args: Parameters<typeof headingsOf>) =>
  headingsOf(...args).map((heading) => heading?.shown ?? null);

test('the path of the outline that leads to a page, and of the one before where none does', () => {
  const outline = [line('EHAM', 0, 2), line('SID', 1, 2), line('EGLL', 0, 4), line('ILS\n 27L', 1, 5)];
  expect(shown(outline, 6)).toEqual([
    null,
    'EHAM › SID',
    'EHAM › SID',
    'EGLL',
    'EGLL › ILS 27L',
    'EGLL › ILS 27L',
  ]);
});

test('a page with several lines shows the first, is found by all, and hands the last one on', () => {
  const outline = [line('A', 0, 1), line('B', 0, 1), line('C', 0, 1)];
  const [first, second] = headingsOf(outline, 2);
  expect(first).toEqual({ shown: 'A', all: 'A\nB\nC' });
  expect(second?.shown).toBe('C');
});

test('lines that lead nowhere still name what is below them; odd levels and pages do no harm', () => {
  expect(shown([line('Charts', 0, null), line('ILS', 1, 1)], 1)).toEqual(['Charts › ILS']);
  expect(shown([line('deep', 7, 1), line('far', 0, 99), line('', 0, 2)], 2)).toEqual(['deep', 'deep']);
  expect(headingsOf([], 2)).toEqual([null, null]);
});
