import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { IntakeStore, type IntakeTrip, type IntakeTripState } from '../../main/desk/intake-store.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { freshFolder } from '../fresh-folder.ts';
import { runCommand } from './run-command.ts';

let state: string;
beforeEach(() => {
  state = freshFolder();
});

/** The journal of a `watch` with these trips. Returns what ends that `watch`. */
function journal(trips: Readonly<Record<string, IntakeTripState>>) {
  const { connection, close } = openUserDatabase(join(state, 'user.sqlite'));
  const store = new IntakeStore(connection, '/in');
  const file = { folder: 'done' as const, name: 'roster.csv', sha256: '', inode: '', size: 1, mtime: 1 };
  store.putFile({ ...file, id: 'file', taken_at: 1, sound: true, report: [], moved_at: 1, reported: true });
  for (const [id, now] of Object.entries(trips)) {
    const trip = { origin: 'EHAM', destination: 'EGLL', flight: `F${id}`, departure: '2027-03-28T02:30:00Z' };
    const told = {
      state: now,
      kit: id,
      tripkit_id: 'TK',
      file: null,
      error: { kind: 'network', message: 'No answer.' },
    };
    const row: IntakeTrip = {
      ...{ id, file_id: 'file', line: 7, profile_id: 'p', trip, flight_key: id, state: now, cancel: false },
      ...{ name: null, replaced_by: null, taken_at: 1, changed_at: 1, result: JSON.stringify(told) },
    };
    store.putTrip(row);
  }
  return close;
}
const ask = async (...args: string[]) => {
  const { code, out, err } = await runCommand([...args, '--at', state, '--json']);
  return { code, err, events: out.map((line) => JSON.parse(line)) };
};

test('kits are listed while watch runs and when it does not, all or by their state', async () => {
  const end = journal({ one: 'delivered', two: 'unconfirmed', three: 'requested' });
  for (const running of [true, false]) {
    const { code, events } = await ask('kits');
    expect([code, events.map(({ kit }) => kit)]).toEqual([0, ['one', 'two', 'three']]);
    const only = await ask('kits', '--state', 'unconfirmed', '--state', 'failed');
    expect(only.events).toMatchObject([
      { event: 'kit', kit: 'two', source: { file: 'roster.csv', line: 7 }, error: { message: 'No answer.' } },
    ]);
    const kits = {
      waiting: 0,
      requested: 1,
      delivered: 1,
      failed: 0,
      unconfirmed: 1,
      cancelled: 0,
      removed: 0,
    };
    expect(await ask('status')).toMatchObject({
      code: 1,
      events: [{ event: 'status', running, kits, untold_events: 0 }],
    });
    if (running) end();
  }
  expect(readdirSync(state)).not.toContain('user.sqlite-shm');
  expect((await runCommand(['kits', '--state', 'gone', '--at', state])).code).toBe(2);
});

test('an order is a file for watch; a kit of another state, none or several of that beginning are refused, with nothing ordered', async () => {
  journal({ 'ab-1': 'unconfirmed', 'ab-2': 'failed', 'cd-1': 'requested' })();
  const orders = () =>
    existsSync(join(state, 'orders'))
      ? readdirSync(join(state, 'orders')).map((name) =>
          JSON.parse(readFileSync(join(state, 'orders', name), 'utf8')),
        )
      : [];
  for (const args of [
    ['retry', 'cd'],
    ['retry', 'ab'],
    ['accept', 'ab-1', 'none'],
    ['cancel', 'ab-1'],
  ]) {
    const { code, events } = await ask(...args);
    expect([code, events[0].event]).toEqual([1, 'failed']);
  }
  expect(orders()).toEqual([]);
  expect(await ask('retry', 'ab-1', 'ab-2')).toMatchObject({
    code: 0,
    events: [{ event: 'order', kit: 'ab-1' }, { kit: 'ab-2' }],
  });
  expect(await ask('cancel', 'cd')).toMatchObject({ code: 0 });
  expect(orders()).toHaveLength(3);
  expect(orders()).toContainEqual({ do: 'cancel', kit: 'cd-1' });
  const { out } = await runCommand(['accept', 'ab-2', '--at', state]);
  expect(out).toEqual([
    'Fab-2 EHAM-EGLL 2027-03-28T02:30:00Z: accept. watch does not run for this folder. It is done when it runs again.',
  ]);
});

test('where nothing was watched yet there are no kits; a folder that is not there is a sentence', async () => {
  expect(await ask('kits')).toMatchObject({ code: 0, events: [] });
  expect(await ask('status')).toMatchObject({ code: 1, events: [{ running: false }] });
  mkdirSync(join(state, 'in'));
  expect((await runCommand(['kits', '--in', join(state, 'none')])).err.join()).toContain('it is not there');
});
