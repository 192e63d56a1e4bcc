import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ComparedPage, WaitingMark } from '../../../../preload/contract.ts';
import { pageStates } from '../../../../preload/schemas/values.ts';
import {
  countStates,
  pageKey,
  shownPages,
  summaryOf,
  unreviewedPages,
} from '../../../../renderer/changes/changes-list.ts';
import { chartsByPage, datesOfChart, nameOfPage } from '../../../../renderer/changes/chart-words.ts';
import { itemsOfMarks } from '../../../../renderer/changes/pair/pair-items.ts';

const chart = (page: number, title: string | null, more: object = {}) => ({
  page,
  text: 'read' as const,
  publisher: null,
  airport: title ? { value: 'KDEN', words: [] } : null,
  kind: null,
  title: title ? { value: title, words: [] } : null,
  number: null,
  revised: null,
  effective_from: null,
  effective_to: null,
  ...more,
});
function page(at: number, state: ComparedPage['state'], reviewed_at: string | null = null): ComparedPage {
  const areas = { old: [], new: [] };
  return {
    old: state === 'new' ? null : at,
    new: state === 'gone' ? null : at,
    state,
    what: [],
    areas,
    reviewed_at,
  };
}

describe('the list', () => {
  const pages = [
    page(1, 'same'),
    page(2, 'new'),
    page(3, 'changed'),
    page(4, 'restamped'),
    page(5, 'gone'),
    page(6, 'changed', '2026-11-21T08:00:00Z'),
  ];

  it('is summed up in the words of the states that there are', () => {
    expect(summaryOf(pages)).toBe('2 changed · 1 new · 1 gone · 1 same · 1 restamped');
    expect(summaryOf([page(1, 'same')])).toBe('1 same');
    expect(summaryOf([])).toBe('');
  });

  it('shows what is to be looked at, the changed ones first', () => {
    expect(shownPages(pages, 'review').map(pageKey)).toEqual(['3/3', '6/6', '-/2', '5/-']);
    expect(shownPages(pages, 'same').map(pageKey)).toEqual(['1/1']);
    expect(unreviewedPages(pages).map(pageKey)).toEqual(['-/2', '3/3', '5/-']);
  });

  test('filters leave nothing out and show nothing twice', () => {
    const anyPages = fc
      .array(fc.constantFrom(...pageStates), { maxLength: 60 })
      .map((states) => states.map((state, index) => page(index + 1, state)));
    fc.assert(
      fc.property(anyPages, (some) => {
        const all = shownPages(some, 'all').map(pageKey);
        expect(all.toSorted()).toEqual(some.map(pageKey).toSorted());
        const byState = pageStates.flatMap((state) => shownPages(some, state));
        expect(byState).toHaveLength(some.length);
        const counts = countStates(some);
        for (const state of pageStates) expect(shownPages(some, state)).toHaveLength(counts[state]);
        expect(shownPages(some, 'review')).toHaveLength(counts.changed + counts.new + counts.gone);
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
    expect(datesOfChart(undefined, null)).toBe('');
    expect(datesOfChart(chart(1, 'X'), null)).toBe('no date found on this page');
    expect(datesOfChart(chart(1, 'X', { revised: day('2026-04-03') }), null)).toBe('revised 3 Apr 2026');
    expect(
      datesOfChart(
        chart(1, 'X', { effective_from: day('2026-04-16'), effective_to: day('2026-05-14') }),
        null,
      ),
    ).toBe('effective 16 Apr 2026 to 14 May 2026');
    const from = chart(1, 'X', { effective_from: day('2026-04-16') });
    const before = Date.parse('2026-04-15T23:00:00Z');
    expect(datesOfChart(from, before)).toBe('effective from 16 Apr 2026, effective after your departure');
    expect(datesOfChart(from, before + 7_200_000)).toBe('effective from 16 Apr 2026');
  });
});

test('a mark that waits is shown with what changed on its own old page', () => {
  const changed = { ...page(3, 'changed'), new: 8, what: ['DA 200 became DA 250.'] };
  const mark = { id: 'm', draft: { kind: 'note', page: 3, x: 0, y: 0, text: '' } } as WaitingMark['mark'];
  const none = { old: chartsByPage({ pages: [] }), new: chartsByPage({ pages: [] }) };
  const waiting: WaitingMark = { mark, old_id: 'old', page: 8, state: 'changed' };
  const [item] = itemsOfMarks([waiting], [page(1, 'same'), changed], none);
  expect(item).toMatchObject({ old: 3, new: 8, what: ['DA 200 became DA 250.'], page: null });
});
