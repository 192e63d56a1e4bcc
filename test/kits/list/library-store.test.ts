import { expect, test, vi } from 'vitest';
import { defaultChoices } from '../../../main/settings/rules/choices.ts';
import { choicesStore } from '../../../renderer/design/choices.ts';
import { kitsSlice } from '../../../renderer/kits/kits-store.ts';
import { librarySlice } from '../../../renderer/kits/list/library-store.ts';
import { connect } from '../../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../../renderer/shell/state/registry.tsx';
import { sessionSlice } from '../../../renderer/shell/state/session-store.ts';
import { aKit } from '../../kits.ts';
import { createFakeBridge } from '../../window/fake-bridge.ts';

test('a list that is made after kits and profiles have come shows and names them', async () => {
  const fake = createFakeBridge({ scenario: 'fleet', speed: 1, documents: [] });
  const { get } = createRegistry(connect(fake.bridge));
  get(kitsSlice).getState().start();
  await get(sessionSlice).getState().load();
  await vi.waitFor(() => expect(get(kitsSlice).getState().complete).toBe(true));
  const [first, second] = get(sessionSlice).getState().profiles;
  fake.push(aKit({ id: 'a', profile_id: first?.id ?? '' }));
  fake.push(aKit({ id: 'b', profile_id: second?.id ?? '' }));
  const { narrow, view } = get(librarySlice).getState();
  expect(view.count).toBe(2);
  narrow({ query: second?.name ?? '' });
  expect(get(librarySlice).getState().view.ids()).toEqual(['b']);
});

test('the table is sorted by a column, by the same one the other way round, and all of it is kept', () => {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const { get } = createRegistry(connect(fake.bridge));
  const store = get(librarySlice);
  const { setLayout, sortBy, showColumn, setFailedFirst } = store.getState();
  setLayout('table');
  sortBy('flight');
  expect(store.getState().arrangement).toMatchObject({ layout: 'table', column: 'flight', down: false });
  sortBy('flight');
  expect(store.getState().arrangement.down).toBe(true);
  sortBy('route');
  expect(store.getState().arrangement).toMatchObject({ column: 'route', down: false });
  showColumn('flight', false);
  showColumn('requested', true);
  setFailedFirst(true);
  expect(choicesStore.getState()).toMatchObject({
    library_layout: 'table',
    table_sort: 'route',
    table_down: false,
    table_columns: ['departure', 'route', 'state', 'reason', 'requested'],
    failed_first: true,
  });
  choicesStore.setState(defaultChoices);
});

test('the time now moves on when a flight has departed', () => {
  const start = Date.parse('2026-11-21T09:00:00Z');
  const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  try {
    const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
    const { get } = createRegistry(connect(fake.bridge));
    const store = get(librarySlice);
    const trip = { origin: 'EGLL', destination: 'KJFK' };
    store.getState().setLayout('table');
    get(kitsSlice)
      .getState()
      .merge([
        aKit({ id: 'a', trip: { ...trip, departure: at(10) } }),
        aKit({ id: 'b', trip: { ...trip, departure: at(60) } }),
      ]);
    expect(store.getState().view.now).toEqual({ row: 0, next: { id: 'a', at: start + 600_000 } });
    const before = store.getState().view;
    vi.setSystemTime(start + 5 * 60_000);
    store.getState().tick(Date.now());
    expect(store.getState().view).toBe(before);
    vi.setSystemTime(start + 11 * 60_000);
    store.getState().tick(Date.now());
    expect(store.getState().view.now).toEqual({ row: 1, next: { id: 'b', at: start + 3_600_000 } });
  } finally {
    vi.useRealTimers();
    choicesStore.setState(defaultChoices);
  }
});
