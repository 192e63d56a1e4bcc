/** The real start on real files: each database and the settings destroyed in turn, restored, and nothing of the copy lost. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { libraryTables } from '../../../main/parcels/backup/merge-library.ts';
import { personalTables } from '../../../main/parcels/backup/merge-personal.ts';
import { migrations } from '../../../main/store/migrations.ts';
import { aKit, anEvent, freshFolders } from '../../documents/samples.ts';
import {
  clockAt,
  EHAM_KLAX,
  HOUR,
  kits,
  NOON,
  order,
  SHA,
  seen,
  startUp,
  work,
} from '../../start/start-run.ts';
import { addStep } from '../../store/add-step.ts';

const folder = freshFolders();

const pageBytes = 4096;
function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0x5a, from, Math.min(to, bytes.length));
  writeFileSync(file, bytes);
}
const destructions: Record<string, (file: string) => void> = {
  'its header overwritten': (file) => overwrite(file, 0, 100),
  'its root pages overwritten': (file) => overwrite(file, 0, 8 * pageBytes),
  'half of it': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'no byte of it': (file) => truncateSync(file, 0),
  'nothing in its place': (file) => rmSync(file),
  'garbage in its place': (file) => writeFileSync(file, 'x'.repeat(50_000)),
};

describe.each(['library.sqlite', 'personal.sqlite', 'settings.json'])('%s', (file) => {
  test.each(Object.entries(destructions))('with %s, what the copy has is here again', async (_, destroy) => {
    const user_data = folder();
    const first = await startUp(user_data);
    work(first);
    const before = seen(first);
    await first.end();

    destroy(join(user_data, file));
    const clock = clockAt(1);
    const second = await startUp(user_data, clock);
    const id = file.split('.')[0] ?? '';
    expect(second.notice(id)).toMatchObject({
      restore: true,
      message: expect.stringContaining('can be restored from the backup copy of 21 Nov 2026 12:00Z'),
    });
    const { offered } = await second.restores.list();
    await second.restores.request(offered ?? '');
    // The copy that is made at the end has what is left, and takes nothing away.
    await second.end();

    clock.leap(HOUR);
    const third = await startUp(user_data, clock);
    const { history, kits: states, ...rest } = before;
    expect(seen(third)).toMatchObject(rest);
    expect(seen(third).history.slice(0, history.length)).toEqual(history);
    // Whether a request was sent since the copy isn't known, and nothing is requested twice.
    const lost = file === 'library.sqlite';
    expect(seen(third).kits).toEqual({ ...states, ...(lost ? { [kits.unsent.id]: 'unconfirmed' } : {}) });
    expect(third.notice('restored')?.message).toMatch(/^(Restored from|Nothing of) the backup copy/);
    expect(third.notice(id)).toBeUndefined();
    expect(third.complete).toBe(true);
    const after = seen(third);
    await third.restores.request(offered ?? '');
    await third.end();

    // A second time nothing happens.
    const fourth = await startUp(user_data, clock);
    expect(seen(fourth)).toEqual(after);
    expect(fourth.notice('restored')?.message).toBe(
      'Nothing of the backup copy of 21 Nov 2026 12:00Z was missing.',
    );
    await fourth.end();
  });
});

test.each(Object.entries(destructions))(
  'audit.sqlite with %s: the record goes on from its copy',
  async (_, destroy) => {
    const user_data = folder();
    const first = await startUp(user_data);
    work(first);
    const gone = { ...kits.failed, id: '00000000-0000-4000-8000-0000000000aa' };
    first.record.kits.write(gone, anEvent(gone));
    await first.record.trail.takeInAll(new AbortController().signal);
    first.record.trail.removing(gone.id, { reason: 'person', what: 'A person removed it.', who: 'anna' });
    first.record.kits.remove(gone.id);
    const told = first.record.store.find({ from: null, to: null, who: null, text: null, kit_id: null }, null);
    await first.end();

    destroy(join(user_data, 'audit.sqlite'));
    const second = await startUp(user_data, clockAt(1));
    expect(second.notice('activity-record')?.message).toContain(
      'It goes on from its backup copy of 21 Nov 2026 12:00Z',
    );
    // What was done with a kit that is gone has no other source.
    expect(second.record.store.ofKit(gone.id).map(({ body }) => body.what)).toEqual(
      told.filter(({ kit_id }) => kit_id === gone.id).map(({ body }) => body.what),
    );
    expect(second.restores.damaged()).toEqual({});
    const { problems } = await second.record.store.verify();
    expect(problems).toEqual([]);
    await second.end();
    const third = await startUp(user_data, clockAt(2));
    expect(third.notice('activity-record')).toBeUndefined();
    await third.end();
  },
);

test('while nobody has decided, it is offered at each start, and what was before the damage is kept', async () => {
  const user_data = folder();
  const first = await startUp(user_data);
  work(first);
  await first.end();
  rmSync(join(user_data, 'personal.sqlite'));
  for (let day = 1; day <= 9; day += 1) {
    const run = await startUp(user_data, clockAt(day * 24));
    expect(run.notice('personal')?.message).toContain('21 Nov 2026 12:00Z');
    expect(run.notice('personal')?.restore).toBe(true);
    await run.end();
  }
  const run = await startUp(user_data, clockAt(240));
  run.restores.settle(Object.keys(run.restores.damaged()));
  await run.end();
  const next = await startUp(user_data, clockAt(264));
  expect(next.notices.list()).toEqual([]);
  await next.end();
  expect((await next.restores.list()).copies).toHaveLength(7);
});

test('each file is restored from its own newest copy before its damage', async () => {
  const user_data = folder();
  const first = await startUp(user_data);
  work(first);
  await first.end();
  rmSync(join(user_data, 'settings.json'));
  const second = await startUp(user_data, clockAt(24));
  const base = { kit_id: 'gone', document_sha256: SHA, by: 'anna', created_at: 1, changed_at: 1 };
  second.marks.add({ ...base, id: 'm3', draft: { kind: 'bookmark', page: 2, title: 'KLAX', heading: null } });
  await second.end();
  rmSync(join(user_data, 'personal.sqlite'));
  const third = await startUp(user_data, clockAt(48));
  const { offered, copies } = await third.restores.list();
  expect(copies.find(({ id }) => id === offered)?.made_at).toBe(NOON + 24 * HOUR);
  await third.restores.request(offered ?? '');
  await third.end();
  const fourth = await startUp(user_data, clockAt(49));
  expect(fourth.marks.bookmarks().map(({ id }) => id)).toEqual(['m3', 'm2']);
  expect(fourth.settings.state().values.theme).toBe('night');
  expect(fourth.restores.damaged()).toEqual({});
  await fourth.end();
});

test('an order that may have been carried out since the copy does not wait again, and is named', async () => {
  const user_data = folder();
  const first = await startUp(user_data);
  work(first);
  first.orders.put([
    order('due', 3),
    { ...order('claimed', 90), claimed_at: NOON },
    { ...order('done', 95), claimed_at: NOON, kit_id: kits.failed.id },
    order('gone', 1),
    order('again', 80),
  ]);
  await first.end();
  writeFileSync(join(user_data, 'personal.sqlite'), 'x'.repeat(50_000));
  const clock = clockAt(2);
  const second = await startUp(user_data, clock);
  // Meanwhile the person has ordered one of the flights once more.
  second.orders.put([order('another', 80)]);
  await second.restores.request((await second.restores.list()).offered ?? '');
  await second.end();
  const third = await startUp(user_data, clock);
  expect(third.orders.list().map(({ id }) => id)).toEqual(['o1', 'another', 'done']);
  expect(third.notice('restored-orders')?.message).toBe(
    '2 standing orders of the backup copy of 21 Nov 2026 12:00Z may have been carried out since, so they do not wait again: KLM601 and KLM601. Check that their kits are here.',
  );
  await third.end();
});

test('choices that were made since the damage stay', async () => {
  const user_data = folder();
  const first = await startUp(user_data);
  work(first);
  await first.end();
  writeFileSync(join(user_data, 'settings.json'), '{');
  const second = await startUp(user_data, clockAt(1));
  second.settings.change({ theme: 'day' });
  await second.restores.request((await second.restores.list()).offered ?? '');
  await second.end();
  const third = await startUp(user_data);
  expect(third.settings.state().values).toMatchObject({ theme: 'day', ready_hours: 48 });
  await third.end();
});

test('what is whole stays as it is: settings are not taken from a copy, removed kits whose flight is over neither', async () => {
  const user_data = folder();
  const first = await startUp(user_data);
  work(first);
  const departure = new Date(NOON - 48 * HOUR).toISOString();
  const flown = aKit({
    state: 'ready',
    trip: { ...EHAM_KLAX, departure },
    document: { bytes: 1, sha256: SHA, pages: 1 },
  });
  first.database.kits.write(flown, anEvent(flown));
  await first.end();
  const second = await startUp(user_data);
  second.database.kits.remove(flown.id);
  second.settings.change({ theme: 'system' });
  const [copy] = (await second.restores.list()).copies;
  await second.restores.request(copy?.id ?? '');
  await second.end(false);
  const third = await startUp(user_data);
  expect(third.settings.state().values.theme).toBe('system');
  expect(third.database.kits.get(flown.id)).toBeUndefined();
  await third.end();
});

test('a copy that was altered is not restored, and the damage stays on offer', async () => {
  const user_data = folder();
  const first = await startUp(user_data);
  work(first);
  await first.end();
  writeFileSync(join(user_data, 'personal.sqlite'), 'x'.repeat(50_000));
  const second = await startUp(user_data, clockAt(1));
  const { offered } = await second.restores.list();
  await second.restores.request(offered ?? '');
  await second.end(false);
  const copied = join(user_data, 'backups', offered ?? '', 'personal.sqlite');
  overwrite(copied, pageBytes, pageBytes + 10);
  const third = await startUp(user_data);
  expect(third.notice('restore-failed')).toMatchObject({
    severity: 'error',
    message: 'This backup copy can’t be restored. It is not as it was when it was made. Choose another one.',
  });
  expect(third.marks.bookmarks()).toEqual([]);
  expect(Object.keys(third.restores.damaged())).toEqual(['personal.sqlite']);
  await third.end();
});

test('a first start, and damage without a copy, offer nothing', async () => {
  const user_data = folder();
  const first = await startUp(user_data);
  expect(first.notices.list()).toEqual([]);
  await first.end(false);
  writeFileSync(join(user_data, 'personal.sqlite'), 'x'.repeat(50_000));
  const second = await startUp(user_data);
  expect(second.notice('personal')).not.toHaveProperty('restore');
  expect(second.complete).toBe(true);
  await second.end(false);
});

test('before a newer version changes a database all of them are copied as they were', async () => {
  const user_data = folder();
  const first = await startUp(user_data);
  work(first);
  await first.end();
  addStep(migrations, 'CREATE TABLE of_tomorrow (id TEXT)');
  const second = await startUp(user_data, clockAt(1));
  const { copies } = await second.restores.list();
  expect(copies.map(({ why }) => why)).toEqual(['update', 'daily']);
  const copied = copies[0]?.files.find(({ name }) => name === 'library.sqlite');
  expect(copied).toMatchObject({ version: 1, rows: { kits: 3, pins: 1 } });
  await second.restores.request(copies[0]?.id ?? '');
  await second.end();
  const third = await startUp(user_data, clockAt(1));
  expect(third.notice('restored')?.message).toMatch(/^Nothing of/);
  await third.end();
});

test.skipIf(process.platform === 'win32')(
  'copies are for their owner alone, and nothing else is left',
  async () => {
    const user_data = folder();
    const first = await startUp(user_data);
    work(first);
    chmodSync(join(user_data, 'settings.json'), 0o644);
    await first.end();
    const backups = join(user_data, 'backups');
    const [id = '', ...others] = readdirSync(backups);
    expect(others).toEqual([]);
    expect(statSync(backups).mode & 0o777).toBe(0o700);
    expect(statSync(join(backups, id)).mode & 0o777).toBe(0o700);
    const files = readdirSync(join(backups, id)).sort();
    expect(files).toEqual([
      'audit.sqlite',
      'backup.json',
      'library.sqlite',
      'personal.sqlite',
      'settings.json',
    ]);
    for (const name of files) expect(statSync(join(backups, id, name)).mode & 0o777).toBe(0o600);
    expect(existsSync(join(user_data, 'identities'))).toBe(false);
  },
);

test('every table of the databases has its line in what a restore does', async () => {
  const user_data = folder();
  const run = await startUp(user_data);
  const tables = (db: DatabaseSync) =>
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map(({ name }) => String(name))
      .sort();
  expect(Object.keys(libraryTables).sort()).toEqual(tables(run.database.connection.db));
  expect(Object.keys(personalTables).sort()).toEqual(tables(run.personal.db));
  await run.end(false);
});
