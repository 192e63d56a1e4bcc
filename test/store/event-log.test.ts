import { mkdtempDisposableSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { ChainCheck, type ChainPoint, type ChainReport, hashOf } from '../../main/store/event-chain.ts';
import { type EventDraft, type EventRow, eventRow } from '../../main/store/event-entry.ts';
import type { EventLog, EventQuery } from '../../main/store/event-log.ts';
import type { SqliteConnection } from '../../main/store/sqlite-connection.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { freshFolder } from '../fresh-folder.ts';

const T = Date.parse('2026-11-21T10:45:00Z');
const DAY = 86_400_000;
const KIT = '0b1c2d3e-0000-4000-8000-000000000001';
const all: EventQuery = { from: null, to: null, who: null, text: null, kit_id: null };
let folder: string;
let time: number;

beforeEach(() => {
  folder = freshFolder();
  time = T;
});

function open(): { store: EventLog; database: SqliteConnection; close(): void } {
  const file = join(folder, 'user.sqlite');
  const { connection, events, close } = openUserDatabase(file, { now: () => time, busy_timeout_ms: 50 });
  onTestFinished(() => connection.close());
  return { store: events, database: connection, close };
}

/** @param now ms since 1970 UTC */
function expireAt(store: EventLog, cutoff: number, now: number): number {
  time = now;
  return store.expire(cutoff);
}

function draft(n: number, more: Partial<EventDraft> = {}): EventDraft {
  const kit = { flight: `KLM${n}`, origin: 'EHAM', destination: 'KJFK', departure: '2026-11-22T10:45:00Z' };
  const body = { what: `Line ${n}.`, kit };
  return { at: T + n, kind: 'opened', kit_id: KIT, who: 'pilot', body, ...more };
}

/** The rows and the head of a record of so many entries. */
function rowsOf(count: number): { rows: EventRow[]; head: ChainPoint } {
  using place = mkdtempDisposableSync(join(tmpdir(), 'tripkit-test-'));
  const { connection: database, events: store } = openUserDatabase(join(place.path, 'user.sqlite'), {
    now: () => T,
  });
  for (let n = 1; n <= count; n += 1) store.append(draft(n));
  const rows = database
    .read((sql) => sql('SELECT * FROM entries ORDER BY seq').all())
    .map((row) => eventRow.parse(row));
  const last = rows.at(-1) as EventRow;
  database.close();
  return { rows, head: { seq: last.seq, hash: last.hash } };
}

function check(
  rows: readonly EventRow[],
  head: ChainPoint | null,
  anchor: ChainPoint | null = null,
): ChainReport {
  const chain = new ChainCheck(anchor, head);
  for (const row of [...rows].sort((a, b) => a.seq - b.seq)) chain.add(row);
  return chain.end();
}

const { rows, head } = rowsOf(12);
const runs = { numRuns: Number(process.env.PDF_RUNS ?? 300) };
const index = fc.nat(rows.length - 1);
const columns = Object.keys(rows[0] as EventRow) as (keyof EventRow)[];

test('a record that nobody touched is whole', () => {
  expect(check(rows, head)).toEqual({ entries: 12, from: T + 1, to: T + 12, problems: [], problem_count: 0 });
});

test('any change of any byte of any record is found, and that record is named', () => {
  fc.assert(
    fc.property(
      index,
      fc.constantFrom(...columns),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (at, column, where, by) => {
        const altered = rows.map((row) => ({ ...row }));
        const row = altered[at] as EventRow;
        const before = row[column];
        let after: string | number | null;
        if (typeof before === 'number') after = before + by;
        else {
          const bytes = Buffer.from(before ?? '\u0000');
          const place = where % Math.max(1, bytes.length);
          bytes[place] = (bytes[place] ?? 0) ^ by;
          after = bytes.toString('latin1');
        }
        Object.assign(row, { [column]: after });
        // A number that another record has cannot be: the database refuses it.
        fc.pre(new Set(altered.map(({ seq }) => seq)).size === altered.length);
        const { problems } = check(altered, head);
        expect(problems.map(({ seq }) => seq)).toContain(row.seq);
        expect(problems.find(({ seq }) => seq === row.seq)?.kind).toBe('altered');
      },
    ),
    runs,
  );
});

test('any removal is found and the missing are named, at the end too', () => {
  fc.assert(
    fc.property(fc.uniqueArray(index, { minLength: 1 }), (gone) => {
      const left = rows.filter((_, at) => !gone.includes(at));
      const named = check(left, head).problems.flatMap(({ kind, seq, to }) =>
        kind === 'missing' ? Array.from({ length: to - seq + 1 }, (_, n) => seq + n) : [],
      );
      expect(named).toEqual(gone.map((at) => at + 1).sort((a, b) => a - b));
    }),
    runs,
  );
});

test('any two that are swapped, and any that is put in again elsewhere, are found and named', () => {
  fc.assert(
    fc.property(index, index, (a, b) => {
      fc.pre(a !== b);
      const [one, other] = [rows[a] as EventRow, rows[b] as EventRow];
      const swapped = rows.map((row, at) =>
        at === a ? { ...other, seq: row.seq } : at === b ? { ...one, seq: row.seq } : row,
      );
      expect(check(swapped, head).problems.map(({ seq }) => seq)).toEqual(
        [a + 1, b + 1].sort((x, y) => x - y),
      );
      const inserted = [...rows, { ...one, seq: rows.length + 1 }];
      expect(check(inserted, head).problems).toMatchObject([{ kind: 'altered', seq: rows.length + 1 }]);
    }),
    runs,
  );
});

test('a record that was written anew with a hash of its own is named by the one that followed it', () => {
  fc.assert(
    fc.property(index, fc.string(), (at, what) => {
      const row = rows[at] as EventRow;
      fc.pre(!row.body.includes(JSON.stringify(what)));
      const forged = { ...row, body: JSON.stringify({ what }) };
      const altered = rows.with(at, { ...forged, hash: hashOf(forged) });
      expect(check(altered, head).problems).toMatchObject([{ kind: 'rewritten', seq: at + 1 }]);
    }),
    runs,
  );
});

test('what is found names the flight and the time', () => {
  const row = rows[4] as EventRow;
  const { problems } = check(rows.with(4, { ...row, who: 'somebody else' }), head);
  expect(problems).toEqual([
    { kind: 'altered', seq: 5, to: 5, at: T + 5, kit_id: KIT, subject: 'KLM5 EHAM-KJFK 2026-11-22' },
  ]);
});

test('entries that are over go from the beginning, and the chain still verifies; the anchor can’t be forged alone', async () => {
  const { store, database } = open();
  for (let n = 1; n <= 6; n += 1) store.append(draft(n, { at: T + n * DAY }));
  expect(expireAt(store, T + 4 * DAY, T + 7 * DAY)).toBe(3);
  expect(expireAt(store, T + 4 * DAY, T + 7 * DAY)).toBe(0);
  expect(store.find(all, null).map(({ seq, kind }) => [seq, kind])).toEqual([
    [4, 'opened'],
    [5, 'opened'],
    [6, 'opened'],
    [7, 'expired'],
  ]);
  expect((await store.verify()).problems).toEqual([]);
  expect(expireAt(store, T + 6 * DAY, T + 8 * DAY)).toBe(2);
  expect(await store.verify()).toMatchObject({ entries: 3, problem_count: 0 });
  database.db.exec('DELETE FROM entries WHERE seq <= 6; UPDATE anchor SET seq = 6');
  expect((await store.verify()).problems.map(({ kind }) => kind)).toContain('beginning');
});

test('an entry of a clock that was ahead keeps nothing for ever, and one of a clock that was behind takes nothing with it', async () => {
  const { store } = open();
  store.append(draft(1));
  time = T + 9000 * DAY;
  store.append(draft(2, { at: T + 9000 * DAY }));
  time = T;
  store.append(draft(3), draft(4, { at: T + 50 * DAY }), draft(5, { at: 0 }));
  expect(expireAt(store, T + 10 * DAY, T + 60 * DAY)).toBe(3);
  expect(store.find(all, null).map(({ seq }) => seq)).toEqual([4, 5, 6]);
  expect(await store.verify()).toMatchObject({ problem_count: 0 });
});

test('an end that was cut off while the app did not run is named, also when entries follow it', async () => {
  const first = open();
  for (let n = 1; n <= 5; n += 1) first.store.append(draft(n));
  first.close();
  const raw = new DatabaseSync(join(folder, 'user.sqlite'));
  raw.exec('DELETE FROM entries WHERE seq > 3');
  raw.close();
  const { store, close } = open();
  expect(store.endAsFound()).toBeNull();
  expect((await store.verify()).problems).toMatchObject([{ kind: 'missing', seq: 4, to: 5, at: T + 3 }]);
  store.append(draft(6));
  expect(store.find(all, null).at(-1)?.seq).toBe(6);
  expect((await store.verify()).problems).toMatchObject([{ kind: 'missing', seq: 4, to: 5 }]);
  close();
  expect((await open().store.verify()).problem_count).toBe(1);
});

test('a last entry that was written anew, and a head that is gone, are found at the next start', async () => {
  const first = open();
  first.store.append(draft(1), draft(2));
  first.close();
  const headFile = join(folder, 'audit-head.json');
  const was = readFileSync(headFile);
  rmSync(headFile);
  const second = open();
  expect(second.store.endAsFound()).toBe('unconfirmed');
  second.database.close();
  writeFileSync(headFile, was);
  const { database } = open();
  const row = eventRow.parse(database.read((sql) => sql('SELECT * FROM entries WHERE seq = 2').get()));
  const forged = { ...row, who: 'nobody' };
  database.run('UPDATE entries SET who = ?, hash = ? WHERE seq = 2', forged.who, hashOf(forged));
  database.close();
  const last = open().store;
  expect(last.endAsFound()).toBe('rewritten');
  expect((await last.verify()).problems).toMatchObject([{ kind: 'rewritten', seq: 2 }]);
});

test('entries of an act are the first ones, and the process dies at once: nothing is called altered', async () => {
  const { store, database } = open();
  database.write(() => store.append(draft(1)));
  expect(store.endAsFound()).toBe('new');
  // The database alone, not the log: as after SIGKILL.
  database.close();
  const next = open().store;
  expect(next.endAsFound()).toBeNull();
  expect(await next.verify()).toMatchObject({ entries: 1, problem_count: 0 });
});

test('entries are written with their act, all of it or nothing, and none of what was taken back', async () => {
  const { store, database } = open();
  store.append(draft(1));
  expect(() =>
    database.write(() => {
      store.append(draft(2));
      throw new TripKitError('config', 'The act did not succeed.');
    }),
  ).toThrow('did not succeed');
  store.append(draft(3), draft(4));
  expect(store.find(all, null).map(({ body }) => body.what)).toEqual(['Line 1.', 'Line 3.', 'Line 4.']);
  expect(await store.verify()).toMatchObject({ entries: 3, problem_count: 0 });
});

test('entries are found by period, person and flight', () => {
  const { store } = open();
  store.append(draft(1), draft(2, { who: 'ops' }), draft(3, { kit_id: null, body: { what: 'x' } }));
  const seqs = (query: Partial<EventQuery>) => store.find({ ...all, ...query }, null).map(({ seq }) => seq);
  expect(seqs({ from: T + 2, to: T + 3 })).toEqual([2]);
  expect(seqs({ who: 'ops' })).toEqual([2]);
  expect(seqs({ text: 'eham klm1' })).toEqual([1]);
  expect(seqs({ kit_id: KIT })).toEqual([1, 2]);
  expect(store.find(all, { limit: 2, offset: 1 }).map(({ seq }) => seq)).toEqual([2, 1]);
  expect([store.count(all), store.people()]).toEqual([3, ['ops', 'pilot']]);
});

test('texts of any kind keep the chain whole', async () => {
  const { store } = open();
  // Halves of surrogate pairs and NUL among them.
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
  const texts = fc.sample(fc.string({ unit }), 200);
  const drafts = texts.map((what) => draft(1, { who: what, body: { what, kit: { flight: what } } }));
  store.append(...drafts);
  expect(await store.verify()).toMatchObject({ entries: 200, problem_count: 0 });
});

test('where the database was damaged and no copy came back, a new record begins', async () => {
  const first = open();
  first.store.append(draft(1));
  first.close();
  writeFileSync(join(folder, 'user.sqlite'), 'not a database'.repeat(1000));
  const { store } = open();
  expect(store.endAsFound()).toBe('new');
  store.append(draft(1));
  expect(await store.verify()).toMatchObject({ entries: 1, problem_count: 0 });
});
