import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { NoticeBoard } from '../../main/host/notices.ts';
import { openRecord } from '../../main/record/open.ts';
import { hashOf } from '../../main/store/event-chain.ts';
import { eventRow } from '../../main/store/event-entry.ts';
import { openUserDatabase, type UserDatabase } from '../../main/store/user-database.ts';
import { defaultSettings } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { kitRecord } from '../kits.ts';
import { agreementsOf } from '../soundness/agreements-of.ts';
import { memoryKeychain } from '../soundness/sound-library.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

function start(before: (database: UserDatabase) => void = () => {}, keychain = memoryKeychain()) {
  const database = openUserDatabase(join(folder, 'user.sqlite'));
  before(database);
  const log = memoryLog();
  const notices = new NoticeBoard();
  const agreements = agreementsOf(folder, keychain);
  const state = () => ({ values: defaultSettings, managed: [], allow_other_profiles: true, forbidden: [] });
  const settings = { state } as unknown as Parameters<typeof openRecord>[0]['settings'];
  const base = { log, notices, settings, now: Date.now, user: 'pilot', agreements };
  const profiles = { names: () => [] };
  const record = openRecord(base, { database, kits: database.kits, profiles }, 0);
  const stop = () => {
    record.stop();
    database.close();
  };
  onTestFinished(stop);
  /** Starts it; the keychain has answered when this resolves. */
  const seal = async () => {
    record.start();
    await agreements.holds('watch', null);
  };
  return { record, database, log, notices, stop, seal };
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

/** Writes some entries with the keychain open, then changes the files of the laptop that is switched off. */
async function recorded(
  attack: (db: DatabaseSync, head: { seq: number; hash: string }) => object | null,
  keychain = memoryKeychain(),
) {
  const first = start(undefined, keychain);
  await first.seal();
  for (const what of ['One.', 'Two.', 'Three.']) first.record.notes.note('exported', what);
  first.stop();
  const db = new DatabaseSync(join(folder, 'user.sqlite'));
  const headFile = join(folder, 'audit-head.json');
  const head = attack(db, JSON.parse(readFileSync(headFile, 'utf8')));
  db.close();
  if (head === null) rmSync(headFile);
  else writeFileSync(headFile, JSON.stringify(head));
  const next = start(undefined, keychain);
  await next.seal();
  const { problems } = await next.database.events.verify();
  next.stop();
  return problems.map(({ kind }) => kind);
}
/** Cuts the last entry off. Returns the end of what is left. */
function cut(db: DatabaseSync): { seq: number; hash: string } {
  db.exec('DELETE FROM entries WHERE seq = (SELECT MAX(seq) FROM entries)');
  const { seq, hash } = db.prepare('SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1').get() as {
    seq: number;
    hash: string;
  };
  return { seq, hash };
}

test('an end that was cut off is found although the file that names the last entry was written anew', async () => {
  expect(await recorded((_db, head) => head)).toEqual([]);
  expect(await recorded((db, head) => ({ ...head, ...cut(db) }))).toEqual(['missing']);
});

test.each([
  ['without its proof', (db: DatabaseSync, head: object) => ({ ...head, ...cut(db), sealed: null })],
  [
    'with a proof of another end',
    (db: DatabaseSync, head: object) => {
      const end = cut(db);
      return { ...head, ...end, sealed: { ...end, proof: 'a'.repeat(64) } };
    },
  ],
  [
    'as a chain made anew',
    (db: DatabaseSync, head: object) => {
      const row = eventRow.parse(db.prepare('SELECT * FROM entries ORDER BY seq DESC LIMIT 1').get());
      const hash = hashOf({ ...row, who: 'nobody' });
      db.prepare("UPDATE entries SET who = 'nobody', hash = ? WHERE seq = ?").run(hash, row.seq);
      return { ...head, hash };
    },
  ],
])('an end that was forged %s is recorded at the next start', async (_name, attack) => {
  expect(await recorded(attack)).toContain('noted');
});

test('a record that was removed with its file is recorded as gone', async () => {
  const keychain = memoryKeychain();
  const first = start(undefined, keychain);
  await first.seal();
  first.stop();
  for (const name of ['user.sqlite', 'audit-head.json']) rmSync(join(folder, name));
  const next = start(undefined, keychain);
  await next.seal();
  expect((await next.database.events.verify()).problems).toMatchObject([{ kind: 'noted' }]);
});

test('entries written while the keychain was locked or new are no problem', async () => {
  const keychain = memoryKeychain();
  for (const mode of ['locked', 'works', 'locked', 'works'] as const) {
    keychain.mode = mode;
    const { record, database, seal, stop } = start(undefined, keychain);
    await seal();
    record.notes.note('exported', `While it is ${mode}.`);
    expect((await database.events.verify()).problems).toEqual([]);
    stop();
  }
});
