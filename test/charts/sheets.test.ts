/** A sheet with two charts: each is a chart of its own wherever charts are named, listed, counted or found. */
import { describe, expect, test } from 'vitest';
import { countsAt, summaryOf } from '../../main/charts/chart-counts.ts';
import { pageName } from '../../main/charts/rules/chart-dates.ts';
import { headingWithChart } from '../../main/reading/headings.ts';
import { findPages, findRows, noFilter } from '../../renderer/charts/chart-filter.ts';
import { chartOutline, sameChart } from '../../renderer/charts/chart-outline.ts';
import { headerWords } from '../../renderer/charts/chart-words.tsx';
import {
  currentPin,
  inFlightOrder,
  inOwnOrder,
  pinInView,
  pinTitle,
  placeOf,
} from '../../renderer/charts/pin-order.ts';
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

describe('pins of a sheet', () => {
  const left = [0, 0, 0.5, 1] as [number, number, number, number];
  const right = [0.5, 0, 0.5, 1] as [number, number, number, number];

  test('say number and title of their own chart; of the whole sheet both names, as where nothing is known', () => {
    expect(pinTitle(pages, [2, 0])).toBe('EZAA › 10-3N EGG 3N');
    expect(pinTitle(pages, [2, 1])).toBe('EZAA › 10-3P EVIVA 1E');
    expect(pinTitle(pages, [3, 1])).toBe('EZAA › Airport chart 10-9');
    expect(pinTitle(pages, 2)).toBe('EZAA › EGG 3N / EVIVA 1E');
    // Of a document whose charts are read otherwise now.
    expect(pinTitle(pages, [2, 2])).toBe('EZAA › EGG 3N / EVIVA 1E');
    expect(pinTitle(pages, [1, 1])).toBe('Cover');
    expect(pinTitle(new Map(), [2, 1])).toBeNull();
  });

  test('lead to where their chart is, as the outline does', () => {
    const entry = chartOutline(charts).find(({ title }) => title === 'EVIVA 1E');
    expect(placeOf(pages, [2, 1])).toEqual([entry?.page, entry?.down, entry?.region]);
    expect(placeOf(pages, 2)).toEqual([2, 0, null]);
    expect(placeOf(new Map(), [2, 1])).toEqual([2, 0, null]);
  });

  test('have the place of their own chart in the flight, and in the order of a person', () => {
    const flight = inFlightOrder([[3, 1], [3, 0], [2, 1], 2, [2, 0]], pages, {
      origin: 'EZAA',
      destination: 'KJFK',
    });
    expect(flight).toEqual([[3, 1], 2, [2, 0], [2, 1], [3, 0]]);
    expect(inOwnOrder(flight, [[2, 1], 2, [9, 1]])).toEqual([[3, 1], [2, 1], [3, 0], 2, [2, 0]]);
  });

  test('the key pins the chart that a person went to, else the page', () => {
    expect(pinInView(pages, { page: 2, part: { page: 2, region: right } })).toEqual([2, 1]);
    expect(pinInView(pages, { page: 2, part: null })).toBe(2);
    expect(pinInView(pages, { page: 3, part: { page: 2, region: right } })).toBe(3);
    expect(pinInView(pages, { page: 2, part: { page: 2, region: [0, 0, 0.3, 1] } })).toBe(2);
    expect(pinInView(new Map(), { page: 2, part: { page: 2, region: right } })).toBe(2);
    const alone = byPage(shownCharts([{ ...kit[1], more: [] } as (typeof kit)[0]], DEPARTS));
    expect(pinInView(alone, { page: 2, part: { page: 2, region: left } })).toBe(2);
  });

  test('one at most is in view, and never the other chart of the sheet', () => {
    const at = (pinned: Parameters<typeof currentPin>[0], region: typeof left | null) =>
      currentPin(pinned, pages, { page: 2, part: region && { page: 2, region } });
    expect(at([2, [2, 0], [2, 1]], right)).toEqual([2, 1]);
    expect(at([2, [2, 0]], right)).toBe(2);
    expect(at([[2, 0]], right)).toBeNull();
    expect(
      at(
        [
          [2, 0],
          [3, 0],
        ],
        null,
      ),
    ).toEqual([2, 0]);
    expect(
      at(
        [
          [2, 0],
          [2, 1],
        ],
        null,
      ),
    ).toBeNull();
    expect(at([3], null)).toBeNull();
  });
});
