import { beforeEach, expect, test, vi } from 'vitest';
import type { SearchAnswer, SearchHit } from '../../preload/contract.ts';
import { markWords } from '../../renderer/design/marked.tsx';
import { kitsSlice } from '../../renderer/kits/kits-store.ts';
import { openingSlice } from '../../renderer/kits/opening-store.ts';
import { searchSlice } from '../../renderer/search/search-store.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { navigationSlice } from '../../renderer/shell/state/navigation-store.ts';
import { createRegistry } from '../../renderer/shell/state/registry.tsx';
import { aPage } from '../charts/sample-charts.ts';
import { aKit } from '../kits.ts';
import { createFakeBridge } from '../window/fake-bridge.ts';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const hit = (kit_id: string, page: number): SearchHit => ({ kit_id, page, heading: null, snippet: [] });

type Asked = { query: string; answer(value: SearchAnswer): void; fail(): void };

async function setUp() {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const asked: Asked[] = [];
  fake.bridge.search.pages = (query) =>
    new Promise((resolve) => {
      asked.push({
        query,
        answer: (value) => resolve({ ok: true, value }),
        fail: () => resolve({ ok: false, error: { kind: 'disk', message: 'No. Try again.' } }),
      });
    });
  let prepared: () => void = () => {};
  fake.bridge.reading.on = (_name, listener) => {
    prepared = () => listener({ kit_id: A } as never);
    return () => {};
  };
  const stores = createRegistry(connect(fake.bridge));
  stores.get(kitsSlice).getState().start();
  await vi.waitFor(() => expect(stores.get(kitsSlice).getState().status).toBe('ready'));
  for (const id of [A, B]) fake.push(aKit({ id, state: 'ready', acknowledged: true }));
  const search = stores.get(searchSlice);
  search.getState().start();
  search.getState().show();
  const last = async (count: number) => {
    await vi.waitFor(() => expect(asked).toHaveLength(count));
    return asked.at(-1) as Asked;
  };
  const found = async (hits: SearchHit[], waiting = 0) => {
    search.getState().setQuery('ils');
    (await last(asked.length + 1)).answer({ hits, waiting });
    await vi.waitFor(() => expect(search.getState().status).toBe('found'));
  };
  return { stores, search, fake, asked, last, found, prepared: () => prepared() };
}

let room: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  room = await setUp();
});

test('what is typed quickly is asked for once, and a late answer to an earlier question is dropped', async () => {
  const { search, asked, last } = room;
  search.getState().setQuery('i');
  search.getState().setQuery('il');
  const first = await last(1);
  expect(first.query).toBe('il');
  search.getState().setQuery('ils');
  const second = await last(2);
  second.answer({ hits: [hit(A, 3)], waiting: 0 });
  await vi.waitFor(() => expect(search.getState().count).toBe(1));
  first.answer({ hits: [], waiting: 0 });
  await Promise.resolve();
  expect(search.getState()).toMatchObject({ status: 'found', count: 1 });
  expect(asked).toHaveLength(2);
});

test('pages come by kit, in the order of the best, without those of kits that are gone', async () => {
  const { search, found } = room;
  await found([hit(B, 1), hit(A, 2), hit(B, 3), hit('33333333-3333-4333-8333-333333333333', 1)]);
  expect(search.getState().groups.map(({ kit, hits }) => [kit.id, hits.map(({ page }) => page)])).toEqual([
    [B, [1, 3]],
    [A, [2]],
  ]);
  search.getState().move('previous');
  expect(search.getState().active).toBe(2);
  search.getState().move('next');
  expect(search.getState().active).toBe(0);
  search.getState().move('last');
  expect(search.getState().active).toBe(2);
});

test('Enter opens the chosen page; while an answer is awaited nothing that other words found', async () => {
  const { search, stores, found } = room;
  await found([hit(B, 1), hit(A, 7)]);
  search.getState().setQuery('ils 2');
  search.getState().enter();
  expect(search.getState().open).toBe(true);
  expect(stores.get(navigationSlice).getState().screen.name).toBe('library');
  await found([hit(B, 1), hit(A, 7)]);
  search.getState().move('next');
  const ask = vi.spyOn(stores.get(openingSlice).getState(), 'ask');
  search.getState().enter();
  expect(search.getState().open).toBe(false);
  expect(ask).toHaveBeenCalledWith(A, 7);
});

test('Enter before the answer is carried out with it, on what these words find', async () => {
  const { search, stores, found, last } = room;
  await found([hit(B, 1)]);
  const ask = vi.spyOn(stores.get(openingSlice).getState(), 'ask');
  search.getState().setQuery('ils 27l');
  search.getState().enter();
  expect(ask).not.toHaveBeenCalled();
  (await last(2)).answer({ hits: [hit(A, 7)], waiting: 0 });
  await vi.waitFor(() => expect(ask.mock.calls).toEqual([[A, 7]]));
  expect(search.getState().open).toBe(false);
});

test('Enter before the answer runs the command that was found, also where the search for pages fails', async () => {
  const { search, last } = room;
  const run = vi.fn();
  search
    .getState()
    .findCommandsBy((query) => (query === 'sett' ? [{ title: 'Settings', run } as never] : []));
  search.getState().setQuery('sett');
  search.getState().enter();
  expect(run).not.toHaveBeenCalled();
  (await last(1)).fail();
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect(search.getState().open).toBe(false);
});

test('Enter before the answer is forgotten by whoever types on, moves on or leaves', async () => {
  const { search, stores, last } = room;
  const ask = vi.spyOn(stores.get(openingSlice).getState(), 'ask');
  const goesOn = [
    () => search.getState().setQuery('ils 2'),
    () => search.getState().move('next'),
    () => {
      search.getState().close();
      search.getState().show();
    },
  ];
  for (const [index, go] of goesOn.entries()) {
    search.getState().setQuery(`ils${' '.repeat(index)}`);
    search.getState().enter();
    go();
    (await last(index + 1)).answer({ hits: [hit(A, index)], waiting: 0 });
    await vi.waitFor(() => expect(search.getState().groups[0]?.hits[0]?.page).toBe(index));
    expect(search.getState().open).toBe(true);
  }
  expect(ask).not.toHaveBeenCalled();
});

test('a failure is told, and asked again', async () => {
  const { search, last } = room;
  search.getState().setQuery('ils');
  (await last(1)).fail();
  await vi.waitFor(() => expect(search.getState().failure?.message).toBe('No. Try again.'));
  search.getState().again();
  (await last(2)).answer({ hits: [hit(A, 1)], waiting: 0 });
  await vi.waitFor(() => expect(search.getState()).toMatchObject({ status: 'found', failure: null }));
});

test('an emptied field has nothing to look for; a late answer does not fill the list', async () => {
  const { search, last } = room;
  search.getState().setQuery('ils');
  const first = await last(1);
  search.getState().setQuery('  ');
  first.answer({ hits: [hit(A, 1)], waiting: 0 });
  await Promise.resolve();
  expect(search.getState()).toMatchObject({ status: 'idle', count: 0 });
});

test('while kits are not read in, it asks again when one is', async () => {
  const { search, found, prepared, last, asked } = room;
  await found([], 1);
  prepared();
  (await last(2)).answer({ hits: [hit(A, 4)], waiting: 0 });
  await vi.waitFor(() => expect(search.getState().count).toBe(1));
  prepared();
  expect(asked).toHaveLength(2);
});

test('words of a heading are marked as in the text: whole, the last one from its beginning, whatever its accents', () => {
  const marked = (text: string, query: string) =>
    markWords(text, query)
      .map((part) => (part.hit ? `[${part.text}]` : part.text))
      .join('');
  expect(marked('EGLL › ILS or LOC Rwy 27L', 'egll ils 27')).toBe('[EGLL] › [ILS] or LOC Rwy [27L]');
  expect(marked('Zürich', 'zuri')).toBe('[Zürich]');
  expect(marked('ILS', '')).toBe('ILS');
  expect(marked('Trails', 'ils')).toBe('Trails');
});

test('the kit that is open comes first, its charts before its text, and its pages carry the names of their charts', async () => {
  const { stores, search, fake, last } = room;
  const chart = (page: number, title: string) => aPage(page, { airport: 'EGLL', title });
  const pages = [chart(2, 'ILS RWY 27R'), chart(5, 'ILS RWY 27L'), chart(9, 'NOTICES')];
  fake.charts.set(B, { sha256: '', state: 'ready', pages });
  search.getState().close();
  stores.get(navigationSlice).getState().open(B);
  search.getState().show();
  await vi.waitFor(() => expect(search.getState().openKit?.charts).toHaveLength(3));
  search.getState().setQuery('EGLL ils 27L');
  (await last(1)).answer({ hits: [hit(A, 1), hit(B, 9), hit(B, 5)], waiting: 0 });
  await vi.waitFor(() => expect(search.getState().status).toBe('found'));
  const found = search
    .getState()
    .groups.map(({ kit, hits }) => [kit.id, hits.map(({ page, heading }) => `${page} ${heading}`)]);
  expect(found).toEqual([
    [B, ['5 EGLL › ILS RWY 27L', '9 EGLL › NOTICES']],
    [A, ['1 null']],
  ]);
});
