import { describe, expect, test } from 'vitest';
import { headingsOf, headingWithChart } from '../../main/reading/headings.ts';
import { chartOf, fact } from './stores.ts';

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

describe('a page whose chart is known', () => {
  const chart = chartOf(3, { airport: fact('EGLL'), kind: fact('flight_plan'), title: fact('ILS\n27L') });
  const [, own, inherited] = headingsOf([line('London', 0, 2)], 3);

  test('keeps its line of the outline, and is found by both', () => {
    const heading = headingWithChart(own ?? null, chart);
    expect(heading).toEqual({ shown: 'London', all: 'London\nEGLL flight plan ILS 27L' });
  });

  test('has its own name where no line leads to it', () => {
    expect(headingWithChart(inherited ?? null, chart)).toMatchObject({ shown: 'EGLL › ILS 27L' });
    expect(headingWithChart(null, chart)?.all).toBe('EGLL flight plan ILS 27L');
  });

  test('that has no name changes nothing', () => {
    const unnamed = chartOf(3, { kind: fact('weather') });
    expect(headingWithChart(inherited ?? null, unnamed)).toBe(inherited);
    expect(headingWithChart(null, unnamed)).toBeNull();
  });
});
