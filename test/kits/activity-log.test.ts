import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteActStore } from '../../main/kits/act-store.ts';
import { ActivityLog } from '../../main/kits/activity-log.ts';
import type { SqliteConnection } from '../../main/store/sqlite-connection.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { changeSource, KIT_ID, liveKit, memoryLog } from '../start/ipc-fixtures.ts';

const document = { bytes: 10, sha256: 'ab', pages: 2 };
const kit = liveKit({ state: 'ready', document });
let folder: string;
let opened: SqliteConnection[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acts-'));
  opened = [];
});
afterEach(() => {
  for (const database of opened) database.close();
  rmSync(folder, { recursive: true, force: true });
});

function setUp(now = () => 7) {
  const connection = openUserDatabase(join(folder, 'user.sqlite')).connection;
  opened.push(connection);
  const log = memoryLog();
  const store = new SqliteActStore(connection);
  return {
    acts: new ActivityLog({ store, user: 'pilot', now, log }),
    store,
    connection,
    log,
  };
}

test('what people did outlives the process; the last opening counts', () => {
  let time = 0;
  const first = setUp(() => ++time);
  first.acts.record('asked', [liveKit()]);
  first.acts.record('opened', [kit]);
  first.acts.record('opened', [kit]);
  expect(first.acts.openedAt(KIT_ID)).toBe(3);
  first.connection.close();
  const { acts, store } = setUp();
  expect(acts.openedAt(KIT_ID)).toBe(3);
  expect(store.list(KIT_ID)).toEqual([
    { kit_id: KIT_ID, act: 'asked', who: 'pilot', at: 1, document_sha256: null },
    { kit_id: KIT_ID, act: 'opened', who: 'pilot', at: 2, document_sha256: 'ab' },
    { kit_id: KIT_ID, act: 'opened', who: 'pilot', at: 3, document_sha256: 'ab' },
  ]);
});

test('an opening is told; asking is not', () => {
  const { acts } = setUp();
  const told: (readonly string[])[] = [];
  const stop = acts.onOpened((ids) => void told.push(ids));
  acts.record('asked', [kit]);
  acts.record('opened', [kit]);
  stop();
  acts.record('opened', [kit]);
  expect(told).toEqual([[KIT_ID]]);
});

test('acts go with their kits: at once, and with those that went while nobody looked', () => {
  const { acts, store } = setUp();
  const source = changeSource();
  acts.record('opened', [kit, liveKit({ id: 'gone' })]);
  const stop = acts.follow(source);
  source.fire({ removed: [KIT_ID] });
  expect([acts.openedAt(KIT_ID), store.list(KIT_ID)]).toEqual([null, []]);
  acts.sweep([]);
  expect(store.list('gone')).toEqual([]);
  stop();
  expect(source.listeners.size).toBe(0);
});

test('a disk that takes nothing keeps nobody from opening a kit: it is read from now on, and the log says why', () => {
  const { acts, connection, log } = setUp();
  acts.openedAt(KIT_ID);
  connection.close();
  acts.record('opened', [kit]);
  expect(acts.openedAt(KIT_ID)).toBe(7);
  expect(log.lines[0]).toContain('could not be written down');
});

test('what could not be written down is, with the next act', () => {
  const { acts, store, connection } = setUp();
  connection.db.exec('ALTER TABLE acts RENAME TO elsewhere');
  acts.record('asked', [kit]);
  connection.db.exec('ALTER TABLE elsewhere RENAME TO acts');
  acts.record('opened', [kit]);
  expect(store.list(KIT_ID).map(({ act }) => act)).toEqual(['asked', 'opened']);
});

test('an act of a later version is passed over', () => {
  const { store, connection } = setUp();
  connection.db.exec(
    `INSERT INTO acts (kit_id, act, who, at, document_sha256) VALUES ('${KIT_ID}', 'danced', 'pilot', 1, NULL)`,
  );
  expect(store.list(KIT_ID)).toEqual([]);
});
