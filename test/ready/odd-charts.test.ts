import { expect, test } from 'vitest';
import { oddCharts } from '../../renderer/ready/ready-charts.tsx';
import { aPage, type ChartPage } from '../charts/sample-charts.ts';

const found = <T>(value: T) => ({ value, words: [] });
const chart = (page: number, title: string, more: Partial<ChartPage> = {}): ChartPage => ({
  ...aPage(page, { airport: 'KDEN', kind: 'approach', title }),
  ...more,
});
const DEPARTS = Date.parse('2026-11-21T15:00:00Z');

test('charts are named by what their dates mean for the departure, one of several pages once', () => {
  const pages = [
    chart(1, 'FUTURE', { effective_from: found('2026-11-26') }),
    chart(2, 'PAST', { effective_to: found('2026-11-20') }),
    chart(3, 'UNDATED'),
    chart(4, 'UNDATED'),
    chart(5, 'IN FORCE', { effective_from: found('2026-10-29'), effective_to: found('2026-11-26') }),
    chart(6, 'FLIGHT PLAN', { kind: found('flight_plan') }),
  ];
  const named = (kind: 'later' | 'expired' | 'undated') =>
    oddCharts({ pages }, kind, DEPARTS).map(({ page, name }) => `${page} ${name}`);
  expect(named('later')).toEqual(['1 KDEN › FUTURE']);
  expect(named('expired')).toEqual(['2 KDEN › PAST']);
  // A page of another kind prints no date that matters.
  expect(named('undated')).toEqual(['3 KDEN › UNDATED']);
  expect(oddCharts({ pages }, 'later', null)).toEqual([]);
});
