import fc from 'fast-check';
import { expect, test } from 'vitest';
import { libraryOrders } from '../../../main/settings/rules/choices.ts';
import { type Kit, kitState } from '../../../preload/contract.ts';
import { type LibraryEntry, libraryEntry } from '../../../renderer/kits/list/library-entry.ts';
import { isHead, LibraryIndex, type LibraryView } from '../../../renderer/kits/list/library-index.ts';
import {
  compareBy,
  groupKey,
  type LibraryFilter,
  matcher,
  noFilter,
  utcDay,
} from '../../../renderer/kits/list/library-order.ts';
import { aKit } from '../../kits.ts';
import { anyChanges, anyKits, CARDS, flight, HOUR, kitId, syncOneByOne, TODAY } from './entries.ts';

function viewOf(kits: readonly Kit[], filter: LibraryFilter = noFilter): LibraryView {
  const index = new LibraryIndex(CARDS, TODAY);
  index.sync(kits);
  return index.view(filter);
}

test('the next flights come first, then what is over, the last one first; each day under its head', () => {
  const view = viewOf([flight(1, -30), flight(2, 30), flight(3, 5), flight(4, -2), flight(5, 3)]);
  expect(view.ids()).toEqual([5, 3, 2, 4, 1].map(kitId));
  expect(view.rows.filter(isHead).map(({ group, count }) => [group, count])).toEqual([
    [{ kind: 'day', day: TODAY }, 2],
    [{ kind: 'day', day: TODAY + 24 * HOUR }, 1],
    [{ kind: 'day', day: TODAY - 24 * HOUR }, 1],
    [{ kind: 'day', day: TODAY - 48 * HOUR }, 1],
  ]);
});

test('kits without a departure stand in a group of their own, after the flights to come and before those that are over', () => {
  const asked = (index: number, at: string) =>
    flight(index, null, { created_at: `2026-11-${at}:00:00.000Z` });
  const view = viewOf([flight(1, -30), asked(2, '20T09'), flight(3, 30), asked(4, '21T09')]);
  expect(view.ids()).toEqual([3, 4, 2, 1].map(kitId));
  expect(view.rows.filter(isHead).map(({ group, count }) => [group.kind, count])).toEqual([
    ['day', 1],
    ['undated', 2],
    ['day', 1],
  ]);
});

test('of one flight the newer kit comes first', () => {
  const old = flight(1, 5, { superseded_by: kitId(2), created_at: '2026-11-21T09:00:00.000Z' });
  expect(viewOf([old, flight(2, 5)]).ids()).toEqual([kitId(2), kitId(1)]);
});

test('by state, what needs a person comes first', () => {
  const index = new LibraryIndex(CARDS, TODAY);
  index.sync(kitState.options.map((state, at) => flight(at, 1, { state })));
  index.arrange({ ...CARDS, order: 'state' }, TODAY);
  const groups = index.view(noFilter).rows.filter(isHead);
  expect(groups.map(({ group }) => group.kind === 'state' && group.state)).toEqual([
    'attention',
    'progress',
    'planned',
    'ready',
    'cancelled',
  ]);
});

test('in every order, rows are sorted, each group is there once, and places are told right', () => {
  fc.assert(
    fc.property(anyKits, fc.constantFrom(...libraryOrders), (kits, order) => {
      const index = new LibraryIndex(CARDS, TODAY);
      index.sync(kits);
      index.arrange({ ...CARDS, order }, TODAY);
      const view = index.view(noFilter);
      const entries = view.rows.filter((row): row is LibraryEntry => !isHead(row));
      expect(new Set(view.ids())).toEqual(new Set(kits.map(({ id }) => id)));
      expect(entries).toEqual([...entries].sort(compareBy(order, TODAY)));
      const keys = entries.map((entry) => groupKey(order, entry));
      expect(view.heads.length).toBe(new Set(keys).size);
      expect(view.rows.filter(isHead).reduce((sum, { count }) => sum + count, 0)).toBe(view.count);
      for (const [position, entry] of entries.entries()) {
        const row = view.rowOf(entry.kit.id) ?? -1;
        expect(view.rows[row]).toBe(entry);
        expect(view.positionOf(row)).toBe(position + 1);
        expect(view.kitAt(position)).toBe(entry);
      }
      expect(view.kitAt(-5)).toBe(entries[0]);
      expect(view.kitAt(1e9)).toBe(entries.at(-1));
    }),
  );
});

test('changes one by one lead to the same list as all at once', () => {
  fc.assert(
    fc.property(anyChanges, fc.constantFrom(...libraryOrders), (changes, order) => {
      const index = new LibraryIndex(CARDS, TODAY);
      index.arrange({ ...CARDS, order }, TODAY);
      const kits = syncOneByOne(index, changes);
      const fresh = new LibraryIndex(CARDS, TODAY);
      fresh.arrange({ ...CARDS, order }, TODAY);
      fresh.sync(kits);
      expect(index.view(noFilter).ids()).toEqual(fresh.view(noFilter).ids());
    }),
  );
});

test('filters narrow together: what is shown is what each of them alone would show', () => {
  const filter = fc.record({
    query: fc.constantFrom('', 'egll', 'KJFK ready', '21nov', 'laptop'),
    states: fc.subarray([...kitState.options], { maxLength: 2 }),
    profiles: fc.subarray(['one', 'two'], { maxLength: 1 }),
    airports: fc.subarray(['EGLL', 'KJFK', 'RJTT'], { maxLength: 2 }),
    date: fc.constantFrom(
      { kind: 'any' as const },
      { kind: 'today' as const },
      { kind: 'week' as const },
      { kind: 'past' as const },
      { kind: 'range' as const, from: '2026-11-20', to: '2026-11-22' },
      { kind: 'range' as const, from: '', to: '2026-11-22' },
    ),
    unread: fc.boolean(),
    warnings: fc.boolean(),
  });
  fc.assert(
    fc.property(anyKits, filter, (kits, wanted) => {
      const alone = (Object.keys(wanted) as (keyof LibraryFilter)[]).map((key) =>
        matcher({ ...noFilter, [key]: wanted[key] }, TODAY),
      );
      const view = viewOf(kits, wanted);
      const expected = kits.filter((kit) => alone.every((test) => test(libraryEntry(kit))));
      expect(new Set(view.ids())).toEqual(new Set(expected.map(({ id }) => id)));
      expect(view.total).toBe(kits.length);
    }),
  );
});

test('days are whole days in UTC, both ends of a range included', () => {
  const kits = [flight(1, -1), flight(2, 0), flight(3, 23.99), flight(4, 24)];
  const shown = (date: LibraryFilter['date']) => viewOf(kits, { ...noFilter, date }).ids();
  expect(shown({ kind: 'today' })).toEqual([kitId(2), kitId(3)]);
  expect(shown({ kind: 'tomorrow' })).toEqual([kitId(4)]);
  expect(shown({ kind: 'past' })).toEqual([kitId(1)]);
  expect(shown({ kind: 'range', from: '2026-11-21', to: '2026-11-21' })).toEqual([kitId(2), kitId(3)]);
  expect(shown({ kind: 'range', from: 'soon', to: '' })).toHaveLength(4);
});

test('a search finds airports, flights, days as they are written in this trade, states and profiles', () => {
  const kit = flight(1, 15, {
    state: 'failed',
    failure: { kind: 'network', message: 'No.' },
    tripkit_id: 'TK-9',
  });
  const index = new LibraryIndex(CARDS, TODAY);
  index.sync([kit]);
  index.setNames(new Map([['demo', 'Demo Air (training)']]));
  const finds = (query: string) => index.view({ ...noFilter, query }).count === 1;
  for (const query of [
    'egll KJFK',
    '21nov',
    '21 nov 2026 15:00',
    '2026-11-21',
    'tk-9',
    'failed',
    'no connection',
    'training',
  ])
    expect(finds(query), query).toBe(true);
  expect(finds('egll lfpg')).toBe(false);
});

test('a new day moves yesterday’s flights below', () => {
  const index = new LibraryIndex(CARDS, TODAY);
  index.sync([flight(1, 5), flight(2, 30)]);
  expect(index.view(noFilter).ids()).toEqual([kitId(1), kitId(2)]);
  index.arrange({ ...CARDS, order: 'departure' }, TODAY + 24 * HOUR);
  expect(index.view(noFilter).ids()).toEqual([kitId(2), kitId(1)]);
});

test('airports are counted once a kit, the commonest first', () => {
  const index = new LibraryIndex(CARDS, TODAY);
  index.sync([
    aKit({ id: kitId(1), trip: { origin: 'EGLL', destination: 'EGLL', alternates: ['EGKK'] } }),
    aKit({ id: kitId(2), trip: { origin: 'LFPG', destination: 'EGLL' } }),
    aKit({ id: kitId(3), trip: null }),
  ]);
  expect(index.airports()).toEqual([
    { code: 'EGLL', count: 2 },
    { code: 'EGKK', count: 1 },
    { code: 'LFPG', count: 1 },
  ]);
});

test('the day of a time before 1970 is its own', () => {
  expect(utcDay(-1)).toBe(-86_400_000);
});

test('search texts are worked out ahead, and a search before that finds the same', () => {
  const index = new LibraryIndex(CARDS, TODAY);
  index.sync(Array.from({ length: 250 }, (_, at) => flight(at, at)));
  const before = index.view({ ...noFilter, query: 'kjfk 21nov' }).ids();
  while (!index.warm());
  expect(index.view({ ...noFilter, query: 'kjfk 21nov' }).ids()).toEqual(before);
  expect(before).toHaveLength(24);
});
