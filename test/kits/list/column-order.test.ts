import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableColumns } from '../../../main/settings/rules/choices.ts';
import type { Kit } from '../../../preload/contract.ts';
import { type Arrangement, showsNextFirst } from '../../../renderer/kits/list/arrangement.ts';
import { isHead, LibraryIndex, type LibraryView } from '../../../renderer/kits/list/library-index.ts';
import { noFilter } from '../../../renderer/kits/list/library-order.ts';
import { anyChanges, anyKits, CARDS, flight, HOUR, kitId, syncOneByOne, TODAY } from './entries.ts';

const TABLE: Arrangement = { ...CARDS, layout: 'table' };

function viewOf(kits: readonly Kit[], change: Partial<Arrangement>, now: number | null = null): LibraryView {
  const index = new LibraryIndex({ ...TABLE, ...change }, TODAY);
  index.sync(kits);
  return index.view(noFilter, now);
}

/** The ids in order, and `now` where the line is. */
function linesOf({ rows }: LibraryView): (string | number)[] {
  return rows.map((row) => (isHead(row) ? row.group.kind : Number(row.kit.id.slice(0, 8))));
}

const columns = fc.constantFrom(...tableColumns);
const needsPerson = ({ state }: Kit) => state === 'failed' || state === 'unconfirmed';

test('a table is sorted by its column, what has no value last either way, and has no heads of groups', () => {
  const values: Record<'departure' | 'flight' | 'route' | 'requested', (kit: Kit) => string> = {
    departure: ({ trip }) => trip?.departure ?? '',
    flight: ({ trip }) => trip?.flight ?? '',
    route: ({ trip }) => (trip ? trip.origin + trip.destination : ''),
    requested: ({ created_at }) => created_at,
  };
  const names = fc.constantFrom(...(Object.keys(values) as (keyof typeof values)[]));
  fc.assert(
    fc.property(anyKits, names, fc.boolean(), fc.boolean(), (kits, column, down, failedFirst) => {
      const view = viewOf(kits, { column, down, failedFirst });
      const shown = view.rows.map((row) => (isHead(row) ? expect.fail('a head') : row.kit));
      expect(new Set(shown)).toEqual(new Set(kits));
      const lifted = shown.filter((kit) => failedFirst && needsPerson(kit));
      expect(shown.slice(0, lifted.length)).toEqual(lifted);
      for (const part of [lifted, shown.slice(lifted.length)]) {
        const found = part.map(values[column]);
        const known = found.filter((value) => value !== '').sort();
        if (down) known.reverse();
        expect(found).toEqual([...known, ...found.slice(known.length).fill('')]);
      }
    }),
  );
});

test('whatever the column, changes one by one lead to the same table as all at once, whatever came first', () => {
  fc.assert(
    fc.property(anyChanges, columns, fc.boolean(), fc.boolean(), (changes, column, down, failedFirst) => {
      const index = new LibraryIndex({ ...TABLE, column, down, failedFirst }, TODAY);
      const kits = syncOneByOne(index, changes);
      const fresh = viewOf(kits.reverse(), { column, down, failedFirst });
      expect(index.view(noFilter).ids()).toEqual(fresh.ids());
    }),
  );
});

test('kits with the same value go by departure, the earlier first, upwards and downwards', () => {
  const kits = [flight(1, 9), flight(2, 3), flight(3, null), flight(4, 6)];
  for (const down of [false, true])
    expect(viewOf(kits, { column: 'route', down }).ids()).toEqual([2, 4, 1, 3].map(kitId));
});

test('the time now stands between what has departed and what departs next', () => {
  const kits = [flight(1, 2), flight(2, -20), flight(3, 8), flight(4, 5), flight(5, null)];
  const now = TODAY + 4 * HOUR;
  const up = viewOf(kits, {}, now);
  expect(linesOf(up)).toEqual([2, 1, 'now', 4, 3, 5]);
  expect(up.now).toEqual({ row: 2, next: { id: kitId(4), at: TODAY + 5 * HOUR } });
  expect(up.rowOf(kitId(4))).toBe(3);
  expect(up.positionOf(3)).toBe(3);
  const down = viewOf(kits, { down: true }, now);
  expect(linesOf(down)).toEqual([3, 4, 'now', 1, 2, 5]);
  expect(down.now.next?.id).toBe(kitId(4));
  expect(linesOf(viewOf(kits, { column: 'flight' }, now))).not.toContain('now');
  expect(linesOf(viewOf(kits, { layout: 'cards' }, now))).toEqual([
    'day',
    1,
    'now',
    4,
    3,
    'undated',
    5,
    'day',
    2,
  ]);
  expect(linesOf(viewOf(kits, { layout: 'cards', order: 'route' }, now))).not.toContain('now');
});

test('where nothing departs any more the time now stands below; where nothing has departed above', () => {
  const past = viewOf([flight(1, -2), flight(2, -1), flight(3, null)], {}, TODAY);
  expect(linesOf(past)).toEqual([1, 2, 'now', 3]);
  expect(past.now.next).toBeNull();
  expect(linesOf(viewOf([flight(1, 2)], {}, TODAY))).toEqual(['now', 1]);
  expect(linesOf(viewOf([flight(1, 2)], { down: true }, TODAY))).toEqual([1, 'now']);
  expect(linesOf(viewOf([flight(1, null)], {}, TODAY))).toEqual([1]);
  expect(linesOf(viewOf([], {}, TODAY))).toEqual([]);
});

test('in any table by departure each flight is on its side of the time now, and the next one is the first to come', () => {
  const arrangement = fc.record({
    layout: fc.constantFrom('cards' as const, 'table' as const),
    down: fc.boolean(),
    failedFirst: fc.boolean(),
  });
  fc.assert(
    fc.property(anyKits, arrangement, fc.integer({ min: 0, max: 23 }), (kits, change, hour) => {
      const now = TODAY + hour * HOUR + HOUR / 2;
      const view = viewOf(kits, change, now);
      const departs = (kit: Kit) => Date.parse(kit.trip?.departure ?? '');
      const coming = kits.map(departs).filter((at) => at >= now);
      const next = coming.length > 0 ? Math.min(...coming) : null;
      expect(view.now.next?.at ?? null).toBe(next);
      if (view.now.row === null) {
        expect(next).toBeNull();
        return;
      }
      const lifted = (kit: Kit) => change.failedFirst && needsPerson(kit);
      const [above, below] = [view.rows.slice(0, view.now.row), view.rows.slice(view.now.row)].map((rows) =>
        rows.flatMap((row) => (isHead(row) || lifted(row.kit) ? [] : [departs(row.kit)])),
      );
      const isDown = change.layout === 'table' && change.down;
      const [gone, come] = isDown ? [below, above] : [above, below];
      expect(gone?.some((at) => at >= now)).toBe(false);
      if (change.layout === 'table') expect(come?.some((at) => at < now)).toBe(false);
      else expect(come?.some((at) => at < now && at >= TODAY)).toBe(false);
    }),
  );
});

test('the first kits are shown alone only where they are what stands first', () => {
  expect(showsNextFirst(CARDS)).toBe(true);
  expect(showsNextFirst(TABLE)).toBe(true);
  for (const change of [{ down: true }, { column: 'route' as const }, { failedFirst: true }])
    expect(showsNextFirst({ ...TABLE, ...change })).toBe(false);
});

test('failed kits stand on top under their own head, in any order of the cards', () => {
  const kits = [flight(1, 2), flight(2, 9, { state: 'failed' }), flight(3, -40, { state: 'unconfirmed' })];
  const view = viewOf(kits, { layout: 'cards', failedFirst: true });
  expect(view.ids()).toEqual([2, 3, 1].map(kitId));
  const [first] = view.rows;
  expect(first && isHead(first) && first).toEqual({ group: { kind: 'state', state: 'attention' }, count: 2 });
});
