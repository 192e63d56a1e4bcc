import { expect, test } from 'vitest';
import { directionOf, pagesAhead } from '../../../../renderer/viewer/document/paint/ahead.ts';

test('the direction is that of the last move, and stays where there is none', () => {
  expect(directionOf([], [5], 1)).toBe(1);
  expect(directionOf([5], [6], -1)).toBe(1);
  expect(directionOf([6], [5], 1)).toBe(-1);
  expect(directionOf([6, 7], [6, 7], -1)).toBe(-1);
});

test('the next page comes first, then the one behind, then those beyond; none outside the document', () => {
  expect(pagesAhead([5], 1, 10, 2)).toEqual([6, 4, 7]);
  expect(pagesAhead([5, 6], -1, 10, 2)).toEqual([4, 7, 3]);
  expect(pagesAhead([10], 1, 10, 2)).toEqual([9]);
  expect(pagesAhead([1], -1, 1, 2)).toEqual([]);
  expect(pagesAhead([], 1, 10, 2)).toEqual([]);
});
