import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newerOf, removalOf } from '../../renderer/kits/remove-dialog.tsx';
import { removalWords } from '../../renderer/kits/words.ts';
import { aKit } from '../kits.ts';
import { kitId } from './list/entries.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const document = { bytes: 1000, sha256: 'ab', pages: 2 };
const trip = { origin: 'EGLL', destination: 'KJFK', departure: '2026-11-22T10:00:00Z' };

test('what a removal takes away is counted, and what speaks against it', () => {
  const kits = [
    aKit({ id: kitId(0), state: 'ready', document, trip, pinned: true }),
    aKit({
      id: kitId(1),
      state: 'ready',
      document,
      trip: { ...trip, departure: '2026-11-20T10:00:00Z' },
      opened_at: '2026-11-20T08:00:00.000Z',
    }),
    aKit({ id: kitId(2), state: 'generating', trip: { ...trip, departure: '2026-11-21T11:00:00Z' } }),
  ];
  expect(removalOf(kits, kits, now)).toEqual({
    entries: 3,
    documents: 2,
    bytes: 2000,
    unfinished: 1,
    pinned: 1,
    unread: 1,
    upcoming: 2,
    next: Date.parse('2026-11-21T11:00:00Z'),
    last: 1,
  });
});

test('a flight is left without a PDF only where no kit of it with a PDF stays', () => {
  const older = aKit({ id: kitId(0), state: 'ready', document, trip, superseded_by: kitId(1) });
  const newer = aKit({ id: kitId(1), state: 'ready', document, trip });
  const all = [older, newer];
  expect(removalOf([newer], all, now).last).toBe(0);
  expect(removalOf([older], all, now).last).toBe(0);
  expect(removalOf(all, all, now)).toMatchObject({ last: 1, upcoming: 1 });
  const flown = aKit({ ...newer, trip: { ...trip, departure: '2026-11-21T09:00:00Z' } });
  expect(removalOf([flown], [flown], now).last).toBe(0);
  const tracked = aKit({ ...newer, trip: null });
  expect(removalOf([tracked], [tracked], now).last).toBe(1);
});

test('flights that lose their last PDF are those of which no PDF is left, whatever is removed', () => {
  const flights = fc.array(fc.record({ flight: fc.nat(3), ready: fc.boolean(), removed: fc.boolean() }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(flights, (given) => {
      const newest = new Map(given.map(({ flight, ready }, at) => (ready ? [flight, at] : [-1, at])));
      const all = given.map(({ flight, ready }, at) => {
        const best = newest.get(flight);
        return aKit({
          id: kitId(at),
          trip,
          state: ready ? 'ready' : 'generating',
          document: ready ? document : null,
          superseded_by: best === undefined || best <= at ? null : kitId(best),
        });
      });
      const removed = all.filter((_, at) => given[at]?.removed);
      const has = (flight: number, stays: boolean) =>
        given.some((kit) => kit.flight === flight && kit.ready && (!stays || !kit.removed));
      const lost = [0, 1, 2, 3].filter((flight) => has(flight, false) && !has(flight, true));
      expect(removalOf(removed, all, now).last).toBe(lost.length);
    }),
  );
});

test('marks that wait in a newer kit are looked for where that kit stays, and named', () => {
  const older = aKit({ id: kitId(0) });
  const changes = { old_id: older.id, state: 'ready', changed: 1, unreviewed: 1, was_read: true } as const;
  const newer = aKit({ id: kitId(1), changes });
  expect(newerOf([older.id], [older, newer])).toEqual([newer.id]);
  expect(newerOf([older.id, newer.id], [older, newer])).toEqual([]);
  expect(newerOf([newer.id], [older, newer])).toEqual([]);
  expect([
    removalWords.marks(1, 0),
    removalWords.marks(3, 1),
    removalWords.marks(3, 2),
    removalWords.marks(1, 1),
  ]).toEqual([
    '1 mark that you made',
    '3 marks that you made. 1 of them waits in a newer kit, and goes from there too',
    '3 marks that you made. 2 of them wait in a newer kit, and go from there too',
    '1 mark that you made. It waits in a newer kit, and goes from there too',
  ]);
});
