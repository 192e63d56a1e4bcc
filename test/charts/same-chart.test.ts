import { expect, test } from 'vitest';
import { sameChart } from '../../renderer/charts/chart-outline.ts';
import { aPage } from './sample-charts.ts';

const ils = { airport: 'EGLL', title: 'ILS RWY 27L', number: '21-3' };
const old = [
  aPage(1, { kind: 'cover' }),
  aPage(2, ils),
  aPage(3, ils),
  aPage(4, { airport: 'KJFK', title: 'ILS RWY 27L' }),
  aPage(5, { airport: 'EGLL', title: 'TAXI ROUTES' }),
];
const newer = [
  aPage(1, { kind: 'cover' }),
  aPage(2, { kind: 'notam' }),
  aPage(3, { ...ils, title: 'ILS CAT II RWY 27L' }),
  aPage(4, ils),
  aPage(5, { airport: 'KJFK', title: 'ILS RWY 27L' }),
];

test.each([
  [2, 3, 'its number counts, although the title is another one'],
  [3, 4, 'the second page of a chart leads to its second page'],
  [4, 5, 'without a number the title of the same airport counts'],
  [5, null, 'a chart that the newer kit does not have leads nowhere'],
  [1, null, 'a page without number and title leads nowhere'],
  [9, null, 'so does a page that was not read'],
])('page %i leads to page %s: %s', (page, found, _why) => {
  expect(sameChart(old, page, newer)).toBe(found);
});

test('a second page that the newer kit no longer has leads to the first one of its chart', () => {
  expect(sameChart(old, 3, newer.slice(0, 3))).toBe(3);
});
