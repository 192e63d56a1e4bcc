import { expect, test } from 'vitest';
import type { SearchHit } from '../../preload/contract.ts';
import { chartHits, groupHits, type OpenKit } from '../../renderer/search/search-store.ts';
import { aPage } from '../charts/sample-charts.ts';
import { aKit } from '../kits.ts';

const chart = (page: number, airport: string, title: string | undefined, kind: 'approach' | 'star') =>
  aPage(page, { airport, kind, number: '11-4', ...(title ? { title } : {}) });
const open: OpenKit = {
  id: 'open',
  charts: [
    chart(1, 'EGLL', 'ILS OR LOC RWY 27L', 'approach'),
    chart(2, 'EGLL', 'ILS OR LOC RWY 27R', 'approach'),
    chart(3, 'KJFK', 'LENDY SIX', 'star'),
    chart(4, 'EGLL', undefined, 'approach'),
  ],
};
const pages = (query: string) => chartHits(open, query).map(({ page }) => page);

test('a chart is found by airport, title, number and what pilots call its kind, the last word begun', () => {
  expect(pages('EGLL ILS 27L')).toEqual([1]);
  expect(pages('egll ils 27')).toEqual([1, 2]);
  expect(pages('kjfk star')).toEqual([3]);
  expect(pages('lendy 11-4')).toEqual([3]);
  expect(pages('egll app')).toEqual([1, 2]);
  expect(pages('27 ils')).toEqual([]);
  expect(pages(' ')).toEqual([]);
});

test('the open kit comes first even where another is better, and no page of it twice', () => {
  const kits = [aKit({ id: 'open' }), aKit({ id: 'other' })];
  const hit = (kit_id: string, page: number): SearchHit => ({
    kit_id,
    page,
    heading: 'Outline',
    snippet: [{ text: `${kit_id} ${page}`, hit: false }],
  });
  const groups = groupHits(
    [hit('other', 1), hit('open', 3), hit('open', 1), hit('gone', 1)],
    kits,
    open,
    'ils 27l',
  );
  expect(groups.map(({ kit, hits }) => [kit.id, hits.map(({ page }) => page)])).toEqual([
    ['open', [1, 3]],
    ['other', [1]],
  ]);
  expect(groups[0]?.hits[0]).toMatchObject({
    heading: 'EGLL › ILS OR LOC RWY 27L',
    snippet: [{ text: 'open 1' }],
  });
  expect(groups[1]?.hits[0]?.heading).toBe('Outline');
  expect(groupHits([hit('other', 1)], kits, null, 'ils')).toHaveLength(1);
});
