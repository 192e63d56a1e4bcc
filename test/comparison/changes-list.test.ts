import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { pageKey, timesApart, timesIn, timesSentence } from '../../main/comparison/rules/compared-page.ts';
import { type ComparedPage, pageStates, type WaitingMark } from '../../preload/contract.ts';
import {
  type ComparedChart,
  chartsByPage,
  chartsOf,
  countStates,
  datesOfCharts,
  kitTimes,
  lineOf,
  nameOfPage,
  noCharts,
  pagesToLookAt,
  shownCharts,
  summaryOf,
  unreviewedCharts,
} from '../../renderer/comparison/changes-list.ts';
import { itemsOfMarks } from '../../renderer/comparison/pair/pair-items.ts';
import { changesWords } from '../../renderer/comparison/words.ts';
import { aPage, type ChartPage } from '../charts/sample-charts.ts';

const chart = (page: number, title: string | null, more: Partial<ChartPage> = {}): ChartPage => ({
  ...aPage(page, title ? { airport: 'KDEN', title } : {}),
  ...more,
});
function page(
  at: number,
  state: ComparedPage['state'],
  reviewed_at: string | null = null,
  chart = at,
): ComparedPage {
  const areas = { old: [], new: [] };
  return {
    old: state === 'new' ? null : at,
    new: state === 'gone' ? null : at,
    state,
    chart,
    what: [],
    areas,
    reviewed_at,
  };
}

const keysOf = (charts: readonly ComparedChart[]) => charts.map(({ pages }) => pages.map(pageKey).join(' '));

describe('the list', () => {
  const at = '2026-11-21T08:00:00Z';
  const charts = chartsOf([
    page(1, 'same'),
    page(2, 'new'),
    page(3, 'changed'),
    page(4, 'restamped'),
    page(5, 'gone'),
    page(6, 'changed', at),
  ]);

  it('is summed up in the words of the states that there are', () => {
    expect(summaryOf(charts)).toBe('2 changed · 1 new · 1 gone · 1 same · 1 restamped');
    expect(summaryOf(chartsOf([page(1, 'same')]))).toBe('1 same');
    expect(summaryOf([])).toBe('');
  });

  it('shows what is to be looked at, the changed ones first', () => {
    expect(keysOf(shownCharts(charts, 'review'))).toEqual(['3/3', '6/6', '-/2', '5/-']);
    expect(keysOf(shownCharts(charts, 'same'))).toEqual(['1/1']);
    expect(keysOf(unreviewedCharts(charts))).toEqual(['-/2', '3/3', '5/-']);
  });

  it('has one line for a chart of several pages, which says the most of them', () => {
    const several = chartsOf([
      page(1, 'same', null, 1),
      page(2, 'changed', at, 1),
      page(3, 'changed', at, 1),
      page(4, 'same', null, 2),
      page(5, 'new', null, 2),
      page(6, 'same', null, 3),
      page(7, 'restamped', null, 3),
      page(8, 'gone', null, 4),
      page(9, 'gone', null, 4),
    ]);
    expect(several.map(({ state }) => state)).toEqual(['changed', 'changed', 'restamped', 'gone']);
    expect(several.map((chart) => chart.reviewed_at)).toEqual([at, null, null, null]);
    expect(several.map((chart) => pagesToLookAt(chart).map(pageKey).join(' '))).toEqual([
      '2/2 3/3',
      '-/5',
      '6/6 7/7',
      '8/- 9/-',
    ]);
    expect(summaryOf(several)).toBe('2 changed · 1 gone · 1 restamped');
  });

  test('filters leave nothing out and show nothing twice', () => {
    const anyPages = fc
      .array(fc.tuple(fc.constantFrom(...pageStates), fc.nat({ max: 20 })), { maxLength: 60 })
      .map((states) => chartsOf(states.map(([state, chart], index) => page(index + 1, state, null, chart))));
    fc.assert(
      fc.property(anyPages, (some) => {
        const all = keysOf(shownCharts(some, 'all'));
        expect(all.toSorted()).toEqual(keysOf(some).toSorted());
        const byState = pageStates.flatMap((state) => shownCharts(some, state));
        expect(byState).toHaveLength(some.length);
        const counts = countStates(some);
        for (const state of pageStates) expect(shownCharts(some, state)).toHaveLength(counts[state]);
        expect(shownCharts(some, 'review')).toHaveLength(counts.changed + counts.new + counts.gone);
      }),
    );
  });
});

describe('the words of a chart', () => {
  const charts = {
    old: chartsByPage({ pages: [chart(1, 'OLD NAME'), chart(5, 'GONE CHART')] }),
    new: chartsByPage({ pages: [chart(1, 'ILS RWY 16R'), chart(2, null)] }),
  };
  it('are those of the new kit, then of the old one, then the page', () => {
    expect(nameOfPage({ old: 1, new: 1 }, charts)).toBe('KDEN › ILS RWY 16R');
    expect(nameOfPage({ old: 5, new: null }, charts)).toBe('KDEN › GONE CHART');
    expect(nameOfPage({ old: 7, new: 2 }, charts)).toBe('Page 2');
    expect(nameOfPage({ old: 9, new: null }, charts)).toBe('Page 9');
  });
  it('tell the dates that the page prints, or that there are none', () => {
    const day = (value: string) => ({ value, words: [] });
    expect(datesOfCharts([], null)).toBe('');
    expect(datesOfCharts([chart(1, 'X')], null)).toBe('no date found on this page');
    expect(datesOfCharts([chart(1, 'X', { revised: day('2026-04-03') })], null)).toBe('revised 3 Apr 2026');
    expect(
      datesOfCharts(
        [chart(1, 'X', { effective_from: day('2026-04-16'), effective_to: day('2026-05-14') })],
        null,
      ),
    ).toBe('effective 16 Apr – 14 May 2026');
    const from = chart(1, 'X', { effective_from: day('2026-04-16') });
    const before = Date.parse('2026-04-15T23:00:00Z');
    expect(datesOfCharts([from], before)).toBe('effective 16 Apr 2026, effective after your departure');
    expect(datesOfCharts([from], before + 7_200_000)).toBe('effective 16 Apr 2026');
  });
});

describe('a chart in one line', () => {
  const told = (at: number, ...what: string[]) => ({ ...page(at, 'changed'), what });

  it('adds up the times of its pages, says the most important first, and counts what has no room', () => {
    expect(lineOf([told(3, 'ILS 27R, minimum: 1200 is now 1300')])).toBe(
      'ILS 27R, minimum: 1200 is now 1300',
    );
    expect(
      lineOf([
        told(1, '4 of 10 times changed'),
        told(2, 'A is new', '11 of 18 times changed'),
        page(3, 'new'),
      ]),
    ).toBe('15 of 28 times changed; A is new; page 3: new');
    const long = Array.from({ length: 9 }, (_, index) => `"${'note '.repeat(8)}${index}" is new`);
    expect(lineOf([told(1, ...long)])).toMatch(/^"note .* 0" is new; "note .* 1" is new; and 7 more$/);
    expect(lineOf([page(1, 'new')])).toBe('');
  });

  it('names its page once, and another one of the older kit', () => {
    expect(changesWords.pages(34, 34)).toBe('page 34');
    expect(changesWords.pages(33, 34)).toBe('page 34 (33 in the older kit)');
    expect(changesWords.pages(33, null)).toBe('page 33 of the older kit');
  });

  it('names two kits of one minute by their seconds', () => {
    const at = (created_at: string) => ({ created_at });
    const first = at('2026-11-26T18:11:03.000Z');
    expect(kitTimes({ old: first, new: at('2026-11-26T18:14:18.000Z') })).toEqual({
      old: '26 Nov 2026 18:11Z',
      new: '26 Nov 2026 18:14Z',
    });
    expect(kitTimes({ old: first, new: at('2026-11-26T18:11:40.000Z') })).toEqual({
      old: '26 Nov 2026 18:11:03Z',
      new: '26 Nov 2026 18:11:40Z',
    });
  });

  it('knows times from other texts', () => {
    expect(timesApart('B) 2611231200 C) 2612312359', 'B) 2611231200 C) 2701312359 EST')).toBe(0);
    expect(timesApart('B) 2611231200 C) 2612312359', 'B) 2611231200 C) 2701312359')).toBe(1);
    expect(timesApart('27 OCT 2026 to 20 JAN 2027', '28 OCT 2026 to 21 JAN 2027')).toBe(2);
    expect(timesApart('RWY 27 closed', 'RWY 09 closed')).toBe(0);
    expect(timesIn(timesSentence(15, 28))).toEqual({ changed: 15, all: 28 });
    expect(timesIn('DA: 200 is now 250')).toBeNull();
  });
});

test('a mark that waits is shown with what changed on its own old page', () => {
  const changed = { ...page(3, 'changed'), new: 8, what: ['DA 200 became DA 250.'] };
  const mark = { id: 'm', draft: { kind: 'note', page: 3, x: 0, y: 0, text: '' } } as WaitingMark['mark'];
  const waiting: WaitingMark = { mark, old_id: 'old', page: 8, state: 'changed' };
  const [item] = itemsOfMarks([waiting], [page(1, 'same'), changed], noCharts);
  expect(item).toMatchObject({ old: 3, new: 8, what: ['DA 200 became DA 250.'], chart: null });
});
