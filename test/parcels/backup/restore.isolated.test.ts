/** The real start on real files: the database and the settings destroyed in turn, restored, and nothing of the copy lost. */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IntakeStore } from '../../../main/desk/intake-store.ts';
import { NoteStore } from '../../../main/marks/note-store.ts';
import { mergedTables } from '../../../main/parcels/backup/merge-copy.ts';
import { Restores } from '../../../main/parcels/backup/restores.ts';
import { openUserDatabase } from '../../../main/store/user-database.ts';
import { userMigrations } from '../../../main/store/user-schema.ts';
import { aKit, anEvent } from '../../documents/samples.ts';
import { freshFolder } from '../../fresh-folder.ts';
import { BY_PERSON } from '../../kits.ts';
import { memoryLog } from '../../start/ipc-fixtures.ts';
import {
  clockAt,
  EHAM_KLAX,
  HOUR,
  kits,
  NOON,
  plannedKit,
  type Run,
  SHA,
  seen,
  startUp,
  work,
} from '../../start/start-run.ts';
import { addStep } from '../../store/add-step.ts';

/** A laptop after a day of work, with the copy of its end, and what is seen there. */
const worked = { user_data: mkdtempSync(join(tmpdir(), 'tripkit-worked-')) } as Worked;
interface Worked {
  user_data: string;
  seen: ReturnType<typeof seen>;
  /** What was done with a kit that is gone. */
  gone: { id: string; told: ReturnType<Run['events']['ofKit']> };
}
beforeAll(async () => {
  const run = await startUp(worked.user_data);
  work(run);
  const gone = { ...kits.failed, id: '00000000-0000-4000-8000-0000000000aa' };
  run.kits.write(gone, anEvent(gone));
  run.kits.remove(gone.id, BY_PERSON);
  worked.gone = { id: gone.id, told: run.events.ofKit(gone.id) };
  worked.seen = seen(run);
  await run.end();
});
afterAll(() => rmSync(worked.user_data, { recursive: true, force: true }));

/** A copy of that laptop. */
function workedFolder(): string {
  const user_data = freshFolder();
  cpSync(worked.user_data, user_data, { recursive: true, preserveTimestamps: true });
  return user_data;
}

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

const cases = [
  ...Object.keys(destructions).map((how) => ['user.sqlite', how] as const),
  // However much of a settings file is damaged, it is no JSON.
  ...['its header overwritten', 'no byte of it', 'nothing in its place'].map(
    (how) => ['settings.json', how] as const,
  ),
];

test.each(cases)('%s with %s, what the copy has is here again', async (file, how) => {
  const user_data = workedFolder();
  const { gone, seen: before } = worked;
  destructions[how]?.(join(user_data, file));
  const clock = clockAt(24);
  const second = await startUp(user_data, clock);
  const id = file === 'user.sqlite' ? 'library' : 'settings';
  expect(second.notice(id)?.message).toContain('the backup copy of 21 Nov 2026 12:00Z');
  expect(second.notice('restore-failed')).toBeUndefined();
  const { history, kits: states, ...rest } = before;
  expect(seen(second)).toMatchObject(rest);
  expect(seen(second).history.slice(0, history.length)).toEqual(history);
  // Whether a request was sent since the copy isn't known, and nothing is requested twice.
  const lost = file === 'user.sqlite';
  expect(seen(second).kits).toEqual({ ...states, ...(lost ? { [kits.unsent.id]: 'unconfirmed' } : {}) });
  // What was done with a kit that is gone has no other source.
  expect(second.events.ofKit(gone.id)).toEqual(gone.told);
  expect((await second.events.verify()).problems).toEqual([]);
  const after = seen(second);
  await second.end(false);

  // The next start finds nothing to do, and a person who restores the copy by hand gets nothing twice.
  clock.leap(HOUR);
  const third = await startUp(user_data, clock);
  expect(third.notice(id)).toBeUndefined();
  expect(seen(third)).toEqual(after);
  const [copy] = await third.restores.list();
  await third.restores.request(copy?.id ?? '');
  await third.end(false);
  const fourth = await startUp(user_data, clock);
  expect(seen(fourth)).toEqual(after);
  expect(fourth.notice('restored')?.message).toBe(
    'Nothing of the backup copy of 21 Nov 2026 12:00Z was missing.',
  );
  await fourth.end(false);
});

test('entries that were written since the copy are named as missing', async () => {
  const user_data = workedFolder();
  const second = await startUp(user_data, clockAt(1));
  second.record.notes.note('saved', 'A copy was saved.');
  await second.end(false);
  rmSync(join(user_data, 'user.sqlite'));
  const third = await startUp(user_data, clockAt(2));
  const { problems } = await third.events.verify();
  expect(problems.map(({ kind }) => kind)).toEqual(['missing']);
  await third.end(false);
});

test('a start that is killed while it restores does it at the next one', async () => {
  const user_data = workedFolder();
  const before = worked.seen;
  writeFileSync(join(user_data, 'user.sqlite'), 'x'.repeat(50_000));
  // As a kill leaves it after the empty database was begun, before the copy was merged into it.
  const lost = await Restores.open({ user_data, log: memoryLog() });
  openUserDatabase(join(user_data, 'user.sqlite'), { onSetAside: () => lost.lost('user.sqlite') }).close();
  const second = await startUp(user_data, clockAt(1));
  const { history, kits: _, ...rest } = before;
  expect(seen(second)).toMatchObject(rest);
  expect(seen(second).history.slice(0, history.length)).toEqual(history);
  await second.end();
  const third = await startUp(user_data, clockAt(2));
  expect(third.notice('restored')).toBeUndefined();
  await third.end(false);
});

test('a restore that ends every start is given up', async () => {
  const user_data = freshFolder();
  const first = await startUp(user_data);
  await first.end();
  const [copy] = await first.restores.list();
  await first.restores.request(copy?.id ?? '');
  const wanted: (string | null)[] = [];
  for (let n = 0; n < 5; n += 1) wanted.push((await Restores.open({ user_data, log: memoryLog() })).wanted);
  expect(wanted).toEqual([copy?.id, copy?.id, copy?.id, null, null]);
});

test('settings come back from the newest copy that has them', async () => {
  const user_data = workedFolder();
  const second = await startUp(user_data, clockAt(24));
  second.settings.change({ theme: 'day' });
  const base = { kit_id: 'gone', document_sha256: SHA, by: 'anna', created_at: 1, changed_at: 1 };
  new NoteStore(second.connection, second.events).add({
    ...{ id: randomUUID(), kit_id: 'gone', airport: 'KLAX', chart: null, contents: [], x: 0, y: 0 },
    ...{ text: 'slots', who: 'anna', created_at: 1, changed_at: 1 },
  });
  second.marks.add({ ...base, id: 'm3', draft: { kind: 'bookmark', page: 2, title: 'KLAX', heading: null } });
  await second.end();
  rmSync(join(user_data, 'user.sqlite'));
  rmSync(join(user_data, 'settings.json'));
  const third = await startUp(user_data, clockAt(48));
  expect(third.marks.bookmarks().map(({ id }) => id)).toEqual(['m3', 'm2']);
  const notes = new NoteStore(third.connection, third.events).ofAirports(['KLAX']);
  expect(notes).toMatchObject([{ text: 'slots' }]);
  expect(third.settings.state().values).toMatchObject({ theme: 'day', ready_hours: 48 });
  await third.end(false);
});

test('the journal of watched folders comes back, and the kit of a trip that waited is unconfirmed', async () => {
  const user_data = freshFolder();
  const first = await startUp(user_data);
  const kit = plannedKit(9, 90, { due_at: null });
  const trip = {
    ...{ id: kit.id, file_id: 'f', line: 1, profile_id: 'p' },
    ...{ trip: EHAM_KLAX, flight_key: 'k', state: 'waiting' as const, cancel: false, name: null },
    ...{ replaced_by: null, taken_at: NOON, changed_at: NOON, result: null },
  };
  new IntakeStore(first.connection, '/in').putTrip(trip);
  first.kits.write(kit, anEvent(kit));
  await first.end();
  rmSync(join(user_data, 'user.sqlite'));
  const second = await startUp(user_data, clockAt(1));
  expect(new IntakeStore(second.connection, '/in').trip(trip.id)).toEqual(trip);
  expect(second.kits.get(trip.id)).toMatchObject({ state: 'unconfirmed', trip: kit.trip });
  await second.end(false);
});

test('kits that went on since the copy, or were requested since, come back as they were last', async () => {
  const user_data = workedFolder();
  const second = await startUp(user_data, clockAt(1));
  const sent = { ...kits.unsent, state: 'generating' as const, tripkit_id: 'TK3', requested_at: NOON };
  const asked = aKit({ id: '00000000-0000-4000-8000-0000000000cc', state: 'requesting', tripkit_id: null });
  const other = aKit({ id: '00000000-0000-4000-8000-0000000000dd', state: 'cancelled', created_at: 2_000 });
  for (const kit of [sent, asked, other]) second.kits.write(kit, anEvent(kit));
  await second.end(false);
  rmSync(join(user_data, 'user.sqlite'));
  const third = await startUp(user_data, clockAt(2));
  for (const kit of [sent, other, kits.failed, kits.waiting]) expect(third.kits.get(kit.id)).toEqual(kit);
  expect(third.kits.get(asked.id)).toMatchObject({ state: 'unconfirmed', trip: asked.trip });
  // What the copy knows of them is here, too.
  expect(seen(third)).toMatchObject({ pins: [kits.failed.id], place: { page: 7 } });
  expect(third.kits.history(sent.id).at(-1)?.what).toMatch(/its own file/);
  expect((await third.events.verify()).problems.map(({ kind }) => kind)).toEqual(['missing']);
  await third.end(false);
});

test('a planned kit that may have been requested since the copy is unconfirmed; one that needs no request stays away', async () => {
  const user_data = freshFolder();
  const first = await startUp(user_data);
  work(first);
  const [due, gone, again] = [plannedKit(2, 3), plannedKit(3, 1), plannedKit(4, 80)];
  for (const kit of [due, gone, again]) first.kits.write(kit, anEvent(kit));
  await first.end();
  writeFileSync(join(user_data, 'user.sqlite'), 'x'.repeat(50_000));
  // A person restores the same copy again, after they have planned one of the flights once more.
  const clock = clockAt(2);
  const second = await startUp(user_data, clock);
  const states = (run: Run) =>
    [plannedKit(1, 72), due, gone, again].map(({ id }) => run.kits.get(id)?.state ?? null);
  expect(states(second)).toEqual(['planned', 'unconfirmed', 'unconfirmed', 'planned']);
  second.kits.remove(again.id, BY_PERSON);
  const another = plannedKit(5, 80);
  second.kits.write(another, anEvent(another));
  const copy = (await second.restores.list()).find(({ made_at }) => made_at === NOON);
  await second.restores.request(copy?.id ?? '');
  await second.end();
  const third = await startUp(user_data, clock);
  expect(states(third)).toEqual(['planned', 'unconfirmed', 'unconfirmed', null]);
  expect(third.kits.get(another.id)?.state).toBe('planned');
  await third.end(false);
});

test('what is whole stays as it is: settings are not taken from a copy, removed kits whose flight is over neither', async () => {
  const user_data = freshFolder();
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
  second.database.kits.remove(flown.id, BY_PERSON);
  second.settings.change({ theme: 'system' });
  const [copy] = await second.restores.list();
  await second.restores.request(copy?.id ?? '');
  await second.end(false);
  const third = await startUp(user_data);
  expect(third.settings.state().values.theme).toBe('system');
  expect(third.database.kits.get(flown.id)).toBeUndefined();
  await third.end(false);
});

test('a copy that was altered is passed over for an older one; one that a person chose says so', async () => {
  const user_data = workedFolder();
  const second = await startUp(user_data, clockAt(24));
  second.marks.remove('m2');
  await second.end();
  const [newest] = await second.restores.list();
  const copied = join(user_data, 'backups', newest?.id ?? '', 'user.sqlite');
  overwrite(copied, pageBytes, pageBytes + 10);
  writeFileSync(join(user_data, 'user.sqlite'), 'x'.repeat(50_000));
  const third = await startUp(user_data, clockAt(25));
  expect(third.notice('library')?.message).toContain('the backup copy of 21 Nov 2026 12:00Z');
  expect(third.marks.bookmarks().map(({ id }) => id)).toEqual(['m2']);
  await third.restores.request(newest?.id ?? '');
  await third.end(false);
  const fourth = await startUp(user_data, clockAt(26));
  expect(fourth.notice('restore-failed')).toMatchObject({
    ...{ severity: 'error', restore: true },
    message: 'This backup copy can’t be restored. It is not as it was when it was made. Choose another one.',
  });
  await fourth.end(false);
});

test('a first start says nothing; damage without a copy says that there is none', async () => {
  const user_data = freshFolder();
  const first = await startUp(user_data);
  expect(first.notices.list()).toEqual([]);
  await first.end(false);
  writeFileSync(join(user_data, 'user.sqlite'), 'x'.repeat(50_000));
  const second = await startUp(user_data);
  expect(second.notice('library')?.message).toMatch(
    /^The library on this laptop was damaged\. There is no backup/,
  );
  await second.end(false);
});

test('before a newer version changes the database it is copied as it was', async () => {
  const user_data = workedFolder();
  addStep(userMigrations, 'CREATE TABLE of_tomorrow (id TEXT)');
  const second = await startUp(user_data, clockAt(1));
  const copies = await second.restores.list();
  expect(copies.map(({ why }) => why)).toEqual(['update', 'daily']);
  const copied = copies[0]?.files.find(({ name }) => name === 'user.sqlite');
  expect(copied).toMatchObject({ version: 1, rows: { kits: 4, pins: 1 } });
  await second.restores.request(copies[0]?.id ?? '');
  await second.end();
  const third = await startUp(user_data, clockAt(1));
  expect(third.notice('restored')?.message).toMatch(/^Nothing of/);
  await third.end(false);
});

test.skipIf(process.platform === 'win32')(
  'copies are for their owner alone, and nothing else is left',
  async () => {
    const user_data = freshFolder();
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
    expect(files).toEqual(['backup.json', 'settings.json', 'user.sqlite']);
    for (const name of files) expect(statSync(join(backups, id, name)).mode & 0o777).toBe(0o600);
    expect(existsSync(join(user_data, 'identities'))).toBe(false);
  },
);

test('every table of the database has its line in what a restore does', async () => {
  const run = await startUp(freshFolder());
  const tables = run.connection.db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  expect(Object.keys(mergedTables).sort()).toEqual(tables.map(({ name }) => String(name)).sort());
  await run.end(false);
});
