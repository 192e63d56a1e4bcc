import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countsAt, summaryOf } from '../../main/charts/chart-counts.ts';
import type { ChartPage } from '../../main/charts/rules/chart.ts';
import { datesAt } from '../../main/charts/rules/chart-dates.ts';
import { type ChartKind, chartKinds } from '../../main/charts/rules/chart-kinds.ts';
import { chartCounts } from '../../preload/contract.ts';
import { chartOf, fact } from '../reading/stores.ts';

const departure = Date.parse('2026-11-26T10:00:00Z');
const FLOWN: readonly ChartKind[] = [
  ...(['airport', 'parking', 'sid', 'star', 'approach', 'departure', 'arrival'] as const),
];

function chart(page: number, kind: ChartKind, from: string | null, to: string | null = null): ChartPage {
  return chartOf(page, {
    ...{ kind: fact(kind), airport: fact('EGLL'), title: fact(`CHART ${page}`) },
    ...{ effective_from: from && fact(from), effective_to: to && fact(to) },
  } as Partial<ChartPage>);
}

test('charts are counted by the departure; what is no chart is not', () => {
  const pages = [
    chart(1, 'sid', '2026-11-01', '2026-12-24'),
    chart(2, 'approach', '2026-12-24'),
    chart(3, 'star', '2026-10-01', '2026-11-20'),
    chart(4, 'airport', null),
    chart(5, 'notam', '2026-12-24'),
    chartOf(6),
    { ...chartOf(7), text: 'none' as const },
  ];
  const summary = summaryOf(pages);
  const counts = countsAt(summary, departure);
  expect(counts).toEqual({
    charts: 4,
    later: 1,
    expired: 1,
    undated: 1,
    without_text: 1,
    stamp: { cycle: null, valid_to: null, expired: false },
  });
  expect(chartCounts.parse(counts)).toEqual(counts);
  expect(countsAt(summary, null)).toMatchObject({ charts: 4, later: 0, expired: 0, undated: 1 });
});

test('a chart of several pages is one, and is what the worst of its dated pages is', () => {
  const page = (number: number, from: string | null, to: string | null) => ({
    ...chart(number, 'sid', from, to),
    title: fact('COMPTON 1G'),
  });
  const some = [page(1, null, null), page(2, '2026-11-01', '2026-11-20'), page(3, '2026-11-01', null)];
  expect(countsAt(summaryOf(some), departure)).toMatchObject({ charts: 1, expired: 1, undated: 0 });
  expect(countsAt(summaryOf(some.slice(0, 1)), departure)).toMatchObject({ charts: 1, undated: 1 });
  const dated = [page(1, null, null), page(2, '2026-11-01', null)];
  expect(countsAt(summaryOf(dated), departure)).toMatchObject({
    charts: 1,
    later: 0,
    expired: 0,
    undated: 0,
  });
});

test('the summary says what looking at each page would', () => {
  const days = fc.constantFrom(null, '2026-10-01', '2026-11-26', '2026-11-27', '2026-12-24');
  const facts = fc.record({ kind: fc.constantFrom(...chartKinds), from: days, to: days });
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 40 }), fc.integer({ min: -60, max: 60 }), (all, shift) => {
      const at = departure + shift * 86_400_000;
      // Titles differ, so that each page is a chart.
      const pages = all.map(({ kind, from, to }, index) => chart(index + 1, kind, from, to));
      const flown = pages.filter(({ kind }) => kind && FLOWN.includes(kind.value));
      const cyclic = pages.filter(({ kind }) => kind?.value === 'minimums' || kind?.value === 'hotspot');
      const of = (those: readonly ChartPage[]) => those.map((page) => datesAt(page, page.publisher, at));
      const states = of([...flown, ...cyclic]);
      const stored = JSON.parse(JSON.stringify(summaryOf(pages)));
      expect(countsAt(stored, at)).toEqual({
        charts: flown.length + cyclic.length,
        later: states.filter((state) => state === 'later').length,
        expired: states.filter((state) => state === 'expired').length,
        undated: of(flown).filter((state) => state === 'undated').length,
        without_text: 0,
        stamp: stored.stamp,
      });
    }),
  );
});
