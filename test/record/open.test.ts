import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoticeBoard } from '../../main/host/notices.ts';
import { openRecord } from '../../main/record/open.ts';
import { openUserDatabase, type UserDatabase } from '../../main/store/user-database.ts';
import { defaultSettings } from '../../preload/contract.ts';
import { kitRecord } from '../kits.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

let folder: string;
let ends: (() => void)[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-record-'));
  ends = [];
});
afterEach(() => {
  for (const end of ends) end();
  rmSync(folder, { recursive: true, force: true });
});

function start(before: (database: UserDatabase) => void = () => {}) {
  const database = openUserDatabase(join(folder, 'user.sqlite'));
  before(database);
  const log = memoryLog();
  const notices = new NoticeBoard();
  const state = () => ({ values: defaultSettings, managed: [], allow_other_profiles: true, forbidden: [] });
  const settings = { state } as unknown as Parameters<typeof openRecord>[0]['settings'];
  const base = { log, notices, settings, now: Date.now, user: 'pilot' };
  const profiles = { names: () => [] };
  const record = openRecord(base, { database, kits: database.kits, profiles }, 0);
  const stop = () => {
    record.stop();
    database.close();
  };
  ends.push(stop);
  return { record, database, log, notices, stop };
}

test('a record that is whole is told in the log', async () => {
  const { record, database, log, notices } = start();
  const kit = kitRecord({ state: 'failed', created_at: Date.now() });
  database.kits.write(kit, { kit_id: kit.id, at: Date.now(), state: 'failed', what: 'No connection.' });
  record.start();
  await expect.poll(() => log.lines.at(-1)).toMatch(/^The record is whole: 2 entries from /);
  expect(notices.list()).toEqual([]);
});

test('kits that documents bring back before the record is opened are no damage to it', async () => {
  const kit = kitRecord({ state: 'failed', created_at: Date.now() });
  const entry = { kit_id: kit.id, at: Date.now(), state: kit.state, what: 'It is back.' };
  const { record, log, notices } = start(({ kits }) => kits.write(kit, entry));
  record.start();
  await expect.poll(() => log.lines.at(-1)).toMatch(/^The record is whole: 2 entries from /);
  expect(notices.list()).toEqual([]);
});

test('a stop before the check ends leaves the closed database alone', async () => {
  const { record, log, stop } = start();
  record.start();
  stop();
  await setImmediate();
  expect(log.lines).toEqual([]);
});

test('an altered record is told to the person with the entry, and to the log without flight and person', async () => {
  const first = start();
  const kit = kitRecord({ created_at: Date.now() });
  first.database.kits.write(kit, { kit_id: kit.id, at: Date.now(), state: kit.state, what: 'Accepted.' });
  first.stop();
  const db = new DatabaseSync(join(folder, 'user.sqlite'));
  db.exec("UPDATE entries SET who = 'somebody' WHERE seq = 2");
  db.close();
  const { record, log, notices } = start();
  record.start();
  await expect.poll(() => notices.list()).toHaveLength(1);
  expect(notices.list()[0]?.message).toMatch(
    /^The activity record on this laptop is not as it was written: Entry 2 of [^(]* is not as it was written\. Open the activity record/,
  );
  expect(log.lines.join()).toContain('The record is not as it was written: one problem in 2 entries');
  expect(log.lines.join()).not.toMatch(/KLM511|pilot|somebody/);
});

test('a damaged database is put aside, and the record begins anew and says so', async () => {
  start().stop();
  writeFileSync(join(folder, 'user.sqlite'), 'not a database'.repeat(1000));
  const { database } = start();
  const everything = { from: null, to: null, who: null, text: null, kit_id: null };
  expect(database.events.find(everything, null)[0]?.body.what).toMatch(/^The activity record begins anew/);
  expect((await database.events.verify()).problems).toEqual([]);
});
