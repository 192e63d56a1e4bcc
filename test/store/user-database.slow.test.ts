import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { migrate, versionOf } from '../../main/store/sqlite-connection.ts';
import { openUserDatabase, type RowDamage } from '../../main/store/user-database.ts';
import { userMigrations } from '../../main/store/user-schema.ts';
import { aKit, anEvent } from '../documents/samples.ts';
import { freshFolder } from '../fresh-folder.ts';
import { BY_PERSON } from '../kits.ts';
import { addStep } from './add-step.ts';

const newFile = () => join(freshFolder(), 'library.db');

function caught(action: () => unknown): TripKitError {
  try {
    action();
  } catch (error) {
    if (error instanceof TripKitError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

test('keeps kits, histories and profiles across restarts, exactly', () => {
  const file = newFile();
  const kits = [
    aKit(),
    aKit({
      state: 'ready',
      created_at: 3_000,
      trip: null,
      requested_at: null,
      document: { bytes: 5_000_000_000, sha256: 'ab'.repeat(32), pages: 212 },
    }),
    aKit({
      state: 'failed',
      created_at: 2_000,
      tripkit_id: null,
      messages: [],
      failure: {
        kind: 'rejected',
        message: 'Not covered.',
        messages: [{ code: '999', type: 'New', message: 'é😀' }],
        status: 400,
      },
    }),
  ];
  let db = openUserDatabase(file);
  for (const kit of kits) db.kits.write(kit, anEvent(kit));
  db.profiles.add({ id: 'b', text: '{"name":"B"}', added_at: 2 });
  db.profiles.add({ id: 'a', text: '{"name":"A"}', added_at: 1 });
  db.close();
  db.close();

  db = openUserDatabase(file);
  expect(db.setAside).toBeNull();
  expect(db.kits.list()).toEqual([kits[1], kits[2], kits[0]]);
  expect(db.kits.get(kits[1]?.id ?? '')).toEqual(kits[1]);
  expect(db.kits.get('none')).toBeUndefined();
  expect(db.profiles.list().map((profile) => profile.id)).toEqual(['b', 'a']);
  expect(db.profiles.get('a')?.text).toBe('{"name":"A"}');
  db.profiles.remove('b');
  expect(db.profiles.get('b')).toBeUndefined();
  db.close();
});

test('a change replaces the kit and adds to its history, which outlives it', () => {
  const db = openUserDatabase(newFile());
  const kit = aKit();
  const other = aKit();
  db.kits.write(kit, anEvent(kit, 'first', 9_000));
  db.kits.write(other, anEvent(other));
  // The clock jumped back: the history keeps the order in which it happened.
  db.kits.write(
    { ...kit, state: 'downloading' },
    { kit_id: kit.id, at: 5_000, state: 'downloading', what: 'second' },
  );
  expect(db.kits.history(kit.id).map((event) => event.what)).toEqual(['first', 'second']);
  expect(db.kits.get(kit.id)?.state).toBe('downloading');
  db.kits.remove(kit.id, BY_PERSON);
  db.kits.remove(kit.id, BY_PERSON);
  expect(db.kits.history(kit.id)).toHaveLength(2);
  expect(db.kits.list()).toEqual([other]);
  expect(db.kits.history(other.id)).toHaveLength(1);
  db.close();
});

test('what people put beside a kit goes with it, in the same transaction; bookmarks stay', () => {
  const db = openUserDatabase(newFile());
  const [gone, stays] = [aKit(), aKit()];
  for (const kit of [gone, stays]) {
    db.kits.write(kit, anEvent(kit));
    db.pins.set(kit.id, true, 1);
    for (const kind of ['note', 'bookmark'])
      db.connection.run(
        `INSERT INTO marks VALUES (?, ?, '', ?, '{}', 'anna', 1, 1)`,
        `${kind} of ${kit.id}`,
        kit.id,
        kind,
      );
    db.connection.run("INSERT INTO places VALUES (?, '{}', 1)", kit.id);
    db.connection.run("INSERT INTO reviews VALUES (NULL, ?, '', '', '[]', '[]', 1, 'anna', 1)", kit.id);
    db.connection.run("INSERT INTO carried VALUES (?, 'origin', 'older', NULL, 'anna', 1)", kit.id);
    db.connection.run("INSERT INTO compared_with VALUES (?, 'older', 1)", kit.id);
  }
  db.kits.remove(gone.id, BY_PERSON);
  const left = (table: string) =>
    db.connection.db
      .prepare(`SELECT kit_id FROM ${table}`)
      .all()
      .map(({ kit_id }) => kit_id);
  for (const table of ['pins', 'places', 'reviews', 'carried', 'compared_with'])
    expect([table, left(table)]).toEqual([table, [stays.id]]);
  const marks = db.connection.db.prepare('SELECT id FROM marks ORDER BY rowid').all();
  expect(marks.map(({ id }) => id)).toEqual([
    `bookmark of ${gone.id}`,
    `note of ${stays.id}`,
    `bookmark of ${stays.id}`,
  ]);
  db.close();
});

test('kit and event are written both or not at all', () => {
  const db = openUserDatabase(newFile());
  const kit = aKit();
  db.connection.db.exec('ALTER TABLE entries RENAME TO elsewhere');
  expect(caught(() => db.kits.write(kit, anEvent(kit))).kind).toBe('disk');
  db.connection.db.exec('ALTER TABLE elsewhere RENAME TO entries');
  expect(db.kits.list()).toEqual([]);
  db.kits.write(kit, anEvent(kit));
  expect([db.kits.list(), db.kits.history(kit.id)]).toEqual([[kit], [anEvent(kit)]]);
  db.close();
});

test('thousands of kits are listed whole', () => {
  const db = openUserDatabase(newFile());
  db.kits.together(() => {
    for (let i = 0; i < 3_000; i += 1) {
      const kit = aKit({ created_at: i });
      db.kits.write(kit, anEvent(kit));
    }
  });
  const list = db.kits.list();
  expect(list).toHaveLength(3_000);
  expect(list.map((kit) => kit.created_at)).toEqual(list.map((_, i) => 2_999 - i));
  db.close();
});

test.each([
  ['trip', '{"origin":'],
  ['messages', '[{"code":1}]'],
  ['state', 'flying'],
  ['created_at', 2n ** 60n],
  ['document_sha256', 'zz'],
])('a kit whose %s is damaged never takes the list down', (column, value) => {
  const file = newFile();
  const [good, bad] = [aKit(), aKit()];
  let db = openUserDatabase(file);
  for (const kit of [good, bad]) db.kits.write(kit, anEvent(kit));
  db.close();
  const raw = new DatabaseSync(file);
  raw.prepare(`UPDATE kits SET ${column} = ? WHERE id = ?`).run(value, bad.id);
  raw.close();

  const damages: RowDamage[] = [];
  db = openUserDatabase(file, { onDamage: (damage) => damages.push(damage) });
  expect(db.kits.list()).toEqual([good]);
  expect(db.kits.list()).toEqual([good]);
  expect(db.kits.get(bad.id)).toBeUndefined();
  expect(damages).toHaveLength(1);
  expect(damages[0]).toMatchObject({ table: 'kits', id: bad.id });
  expect(damages[0]?.reason).not.toContain(String(value));
  db.close();
});

test('a ready kit without its document is damage, not a ready kit', () => {
  const file = newFile();
  const kit = aKit({ state: 'ready', document: { bytes: 1, sha256: 'ab'.repeat(32), pages: 1 } });
  let db = openUserDatabase(file);
  db.kits.write(kit, anEvent(kit));
  db.close();
  const raw = new DatabaseSync(file);
  raw.exec('UPDATE kits SET document_pages = NULL');
  raw.close();
  const damages: RowDamage[] = [];
  db = openUserDatabase(file, { onDamage: (damage) => damages.push(damage) });
  expect(db.kits.list()).toEqual([]);
  expect(damages).toHaveLength(1);
  db.close();
});

test('a further version adds its step to what is there', () => {
  const file = newFile();
  const kit = aKit();
  const before = openUserDatabase(file);
  before.kits.write(kit, anEvent(kit));
  before.close();
  addStep(userMigrations, 'ALTER TABLE profiles ADD COLUMN of_tomorrow TEXT');
  const db = openUserDatabase(file);
  expect(db.kits.list()).toEqual([kit]);
  expect(db.connection.db.prepare('SELECT of_tomorrow FROM profiles').all()).toEqual([]);
  expect(versionOf(db.connection.db)).toBe(2);
  db.close();
});

test('a step that fails leaves the database as it was', () => {
  const raw = new DatabaseSync(newFile());
  migrate(raw, ['CREATE TABLE kits (id TEXT)']);
  expect(() => migrate(raw, ['', 'CREATE TABLE more (id TEXT)', 'CREATE TABLE kits (id TEXT)'])).toThrow();
  expect(versionOf(raw)).toBe(1);
  expect(raw.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'more'").get()?.n).toBe(0);
  raw.close();
});

test('a database of a newer version is refused and left alone', () => {
  const file = newFile();
  const raw = new DatabaseSync(file);
  for (const step of userMigrations) raw.exec(step);
  raw.exec(`DROP TABLE pins; CREATE TABLE future (x); PRAGMA user_version = ${userMigrations.length + 1}`);
  raw.close();
  const before = readFileSync(file);
  const error = caught(() => openUserDatabase(file));
  expect(error).toMatchObject({ kind: 'disk', condition: 'newer_version' });
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(dirname(file))).toEqual(['library.db']);
});

test.each([
  [
    'another database of this version',
    (db: DatabaseSync, version: number) => {
      db.exec(`CREATE TABLE other (id TEXT); PRAGMA user_version = ${version}`);
    },
  ],
  [
    'another database of a higher version',
    (db: DatabaseSync, version: number) => {
      db.exec(`CREATE TABLE other (id TEXT); PRAGMA user_version = ${version + 1}`);
    },
  ],
  [
    'another database that no version is named in',
    (db: DatabaseSync) => db.exec('CREATE TABLE other (id TEXT)'),
  ],
  [
    'one with a trigger of others',
    (db: DatabaseSync) => {
      migrate(db, userMigrations);
      db.exec('CREATE TRIGGER t AFTER INSERT ON kits BEGIN DELETE FROM kits; END');
    },
  ],
])('%s in its place is set aside and a new one started', (_what, make) => {
  const file = newFile();
  const other = new DatabaseSync(file);
  make(other, userMigrations.length);
  other.close();
  const db = openUserDatabase(file, { now: () => Date.UTC(2026, 10, 21, 8, 0, 5) });
  expect(db.setAside).toBe(`${file}.damaged-20261121T080005Z`);
  expect(db.kits.list()).toEqual([]);
  db.close();
});

test('a file that is no database is set aside and a new one started', () => {
  const file = newFile();
  writeFileSync(file, 'not a database '.repeat(1000));
  const db = openUserDatabase(file, { now: () => Date.UTC(2026, 10, 21, 8, 0, 5) });
  expect(db.setAside).toBe(`${file}.damaged-20261121T080005Z`);
  expect(readFileSync(db.setAside ?? '', 'utf8')).toContain('not a database');
  const kit = aKit();
  db.kits.write(kit, anEvent(kit));
  db.close();
  const again = openUserDatabase(file);
  expect(again.setAside).toBeNull();
  expect(again.kits.list()).toEqual([kit]);
  again.close();
});

test('damaged pages are found at the start, and a second damage gets a name of its own', () => {
  const file = newFile();
  const now = () => Date.UTC(2026, 10, 21);
  const names: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const db = openUserDatabase(file);
    db.kits.together(() => {
      for (let i = 0; i < 200; i += 1) {
        const kit = aKit();
        db.kits.write(kit, anEvent(kit));
      }
    });
    db.close();
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096 * 3, 4096 * 9);
    writeFileSync(file, bytes);
    const opened = openUserDatabase(file, { now });
    names.push(basename(opened.setAside ?? ''));
    expect(opened.kits.list()).toEqual([]);
    opened.close();
  }
  expect(names).toEqual(['library.db.damaged-20261121T000000Z', 'library.db.damaged-20261121T000000Z-2']);
});

test('a second user of the database is told that it is in use', () => {
  const file = newFile();
  const db = openUserDatabase(file);
  const error = caught(() => openUserDatabase(file, { busy_timeout_ms: 50 }));
  expect(error).toMatchObject({ kind: 'disk', condition: 'in_use' });
  expect(error.message).toContain('in use');
  db.close();
  openUserDatabase(file).close();
});

test('a folder that is a file, and a database that is a folder, are told as disk errors', () => {
  const dir = freshFolder();
  writeFileSync(join(dir, 'file'), '');
  expect(caught(() => openUserDatabase(join(dir, 'file', 'library.db'))).kind).toBe('disk');
  expect(caught(() => openUserDatabase(dir))).toMatchObject({ kind: 'disk', condition: 'no_access' });
});

test('a full disk is told as such, changes nothing, and the store goes on when there is room', () => {
  const file = newFile();
  const raw = openUserDatabase(file);
  raw.close();
  const db = openUserDatabase(file);
  const kit = aKit();
  db.kits.write(kit, anEvent(kit));
  db.close();
  const small = new DatabaseSync(file);
  const pages = Number(small.prepare('PRAGMA page_count').get()?.page_count);
  small.close();
  const prepare = DatabaseSync.prototype.prepare;
  let limited: DatabaseSync | undefined;
  DatabaseSync.prototype.prepare = function (sql) {
    limited = this;
    return prepare.call(this, sql);
  };
  const full = openUserDatabase(file);
  DatabaseSync.prototype.prepare = prepare;
  // SQLite's own limit gives the very SQLITE_FULL that a full disk does.
  limited?.exec(`PRAGMA max_page_count = ${pages}`);
  const large = { ...kit, messages: [{ code: '1', type: 'Info', message: 'x'.repeat(100_000) }] };
  const error = caught(() => full.kits.write(large, anEvent(kit)));
  expect(error).toMatchObject({ kind: 'disk', condition: 'no_space' });
  expect(error.message).toContain(dirname(file));
  expect(full.kits.list()).toEqual([kit]);
  limited?.exec(`PRAGMA max_page_count = ${pages + 1000}`);
  full.kits.write(large, anEvent(kit));
  expect(full.kits.get(kit.id)).toEqual(large);
  full.close();
});

test('only this user may read the library', () => {
  const file = newFile();
  const db = openUserDatabase(file);
  const kit = aKit();
  db.kits.write(kit, anEvent(kit));
  for (const name of readdirSync(dirname(file))) {
    expect(statSync(join(dirname(file), name)).mode & 0o077, name).toBe(0);
  }
  db.close();
  chmodSync(file, 0o600);
});

test('a process that is killed between writes loses nothing that returned', async () => {
  const file = newFile();
  const program = `
    import { openUserDatabase } from ${JSON.stringify(new URL('../../main/store/user-database.ts', import.meta.url).href)};
    const db = openUserDatabase(process.argv[1]);
    process.stdout.write('open\\n');
    for (let i = 0; ; i += 1) {
      const id = crypto.randomUUID();
      const kit = { id, profile_id: 'p', tripkit_id: null, trip: null, state: 'requesting', created_at: i,
        state_since: i, due_at: null, requested_at: null, messages: [], failure: null, document: null };
      db.kits.write(kit, { kit_id: id, at: i, state: 'requesting', what: 'asked' });
      process.stdout.write(id + '\\n');
    }`;
  const returned = new Set<string>();
  for (const after of [1, 17, 60]) {
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.split('\n').length > after + 1) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const lines = text.split('\n').slice(1, -1);
    expect(lines.length).toBeGreaterThanOrEqual(after);
    for (const id of lines) returned.add(id);
    // No wait for the lock: it ended with the process.
    const db = openUserDatabase(file, { busy_timeout_ms: 0 });
    expect(db.setAside).toBeNull();
    const stored = new Set(db.kits.list().map((kit) => kit.id));
    for (const id of returned) {
      expect(stored.has(id)).toBe(true);
      expect(db.kits.history(id)).toHaveLength(1);
    }
    db.close();
  }
  expect(existsSync(file)).toBe(true);
});
