/** A sheet with two charts: each is a chart of its own wherever charts are named, listed, counted or found. */
import { describe, expect, test } from 'vitest';
import { countsAt, summaryOf } from '../../main/charts/chart-counts.ts';
import { pageName } from '../../main/charts/rules/chart-dates.ts';
import { headingWithChart } from '../../main/reading/headings.ts';
import { findPages, findRows, noFilter } from '../../renderer/charts/chart-filter.ts';
import { chartOutline, sameChart } from '../../renderer/charts/chart-outline.ts';
import { headerWords } from '../../renderer/charts/chart-words.tsx';
import { byPage, flagOfSheet, nameAt, shownCharts } from '../../renderer/charts/shown-chart.ts';
import { oddCharts } from '../../renderer/ready/ready-charts.tsx';
import { chartHits } from '../../renderer/search/search-store.ts';
import { aPage, aSheet } from './sample-charts.ts';

const DEPARTS = Date.parse('2026-11-21T10:45:00Z');
const sid = (title: string, number: string, from: string) =>
  aPage(1, { airport: 'EZAA', kind: 'sid', publisher: 'jeppesen', title, number, from });
const kit = [
  aPage(1, { kind: 'cover', title: 'Cover' }),
  aSheet(2, sid('EGG 3N', '10-3N', '2026-10-29'), sid('EVIVA 1E', '10-3P', '2026-10-29')),
  aSheet(
    3,
    sid('GIVMI 3E', '10-3Q', '2026-10-29'),
    aPage(1, { airport: 'EZAA', kind: 'airport', publisher: 'jeppesen', number: '10-9', from: '2026-11-26' }),
  ),
];
const charts = shownCharts(kit, DEPARTS);
const pages = byPage(charts);

describe('a sheet with two charts', () => {
  test('has both names, the airport once', () => {
    expect(nameAt(pages, 2)).toBe('EZAA › EGG 3N / EVIVA 1E');
    expect(nameAt(pages, 3)).toBe('EZAA › GIVMI 3E / Airport chart 10-9');
    expect(kit.map((page) => pageName(page))).toEqual([
      'Cover',
      'EZAA › EGG 3N / EVIVA 1E',
      'EZAA › GIVMI 3E / 10-9',
    ]);
  });

  test('has its dates once if they are the same, else with the numbers of its charts', () => {
    expect(headerWords(pages.get(2) ?? null, 2, 3)).toMatchObject({
      name: 'EZAA › EGG 3N / EVIVA 1E',
      flag: null,
      dates: ['effective 29 Oct 2026'],
    });
    expect(headerWords(pages.get(3) ?? null, 3, 3)).toMatchObject({
      flag: 'After departure',
      dates: ['10-3Q effective 29 Oct 2026', '10-9 effective 26 Nov 2026'],
    });
    expect(flagOfSheet(pages.get(3))).toBe('later');
  });

  test('has two lines in outline and filter', () => {
    expect(
      chartOutline(charts)
        .slice(3)
        .map(({ title, level, page }) => `${level} ${title} ${page}`),
    ).toEqual([
      '0 EZAA 2',
      '1 SID 2',
      '2 EGG 3N 2',
      '2 EVIVA 1E 2',
      '2 GIVMI 3E 3',
      '1 Airport 3',
      '2 Airport chart 10-9 3',
    ]);
    const rows = findRows(charts, [], { ...noFilter, choice: 'sid' });
    expect(rows.map(({ title, page }) => `${page} ${title}`)).toEqual([
      '2 EZAA › EGG 3N',
      '2 EZAA › EVIVA 1E',
      '3 EZAA › GIVMI 3E',
    ]);
    expect(findPages(3, charts, [], { ...noFilter, query: 'eviva' })).toEqual([2]);
  });

  test('counts as two, and each has its own dates', () => {
    expect(countsAt(summaryOf(kit), DEPARTS)).toMatchObject({ charts: 4, later: 1, undated: 0 });
    expect(oddCharts({ pages: kit }, 'later', DEPARTS)).toEqual([{ page: 3, name: 'EZAA › 10-9' }]);
  });

  test('is found by the words of either', () => {
    expect(chartHits({ id: 'k', charts: kit }, 'eviva').map(({ page, heading }) => [page, heading])).toEqual([
      [2, 'EZAA › EVIVA 1E'],
    ]);
    const heading = headingWithChart(null, kit[1] ?? null);
    expect(heading?.shown).toBe('EZAA › EGG 3N / EVIVA 1E');
    expect(heading?.all).toContain('10-3P');
    expect(sameChart([sid('EVIVA 1E', '10-3P', '2026-10-01')], 1, kit)).toBe(2);
  });
});
