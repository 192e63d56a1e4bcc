/**
 * What people have of each released version: `<version>/user-data` as that version wrote it, and `<version>/read.json`, what it read
 * of it (write-version.ts). They are never edited. The code of today opens a copy of each and loses nothing; and what a newer version
 * wrote is refused, in words, with every byte left as it is.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../../main/common/log.ts';
import { SETTINGS_VERSION } from '../../../main/settings/settings-file.ts';
import { IdentityFiles } from '../../../main/identity/identity-file.ts';
import { openAuditDatabase } from '../../../main/record/audit-database.ts';
import { listSets } from '../../../main/parcels/backup/backup-set.ts';
import { openDatabase } from '../../../main/store/database.ts';
import { hashFile } from '../../../main/common/hash-file.ts';
import { openIntakeDatabase } from '../../../main/desk/intake-database.ts';
import { readKitSidecar } from '../../../main/documents/kit-sidecar.ts';
import { openPersonalDatabase } from '../../../main/store/personal-database.ts';
import { ReadingDatabase } from '../../../main/store/reading-database.ts';
import { readRecord } from '../../../main/updates/update-record.ts';
import { readUserData } from './read-user-data.ts';
import { openSettings } from './without-electron.ts';
import { writeUserData } from './write-user-data.ts';

const root = join(import.meta.dirname, '../../..');
const folders: string[] = [];
const versions = (await readdir(import.meta.dirname, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tripkit-versions-'));
  folders.push(folder);
  return folder;
}

/** A copy of what a version wrote. */
async function copyOf(version: string): Promise<string> {
  const folder = await freshFolder();
  await cp(join(import.meta.dirname, version, 'user-data'), folder, { recursive: true });
  return folder;
}

const signal = new AbortController().signal;
/** The SHA-256 of every file below a folder, by its path. */
async function bytesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const sums = await Promise.all(
    files.sort().map(async (file) => [file.slice(folder.length + 1), await hashFile(file, signal)] as const),
  );
  return Object.fromEntries(sums);
}

test('each released version has its folder', async () => {
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version);
  // Make a missing one on the commit of its release: node test/store/versions/write-version.ts
  expect(versions).toEqual(expect.arrayContaining(released));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect(versions).toContain(version);
});

describe.each(versions)('what version %s wrote', (version) => {
  test('is read by this one, whole', async () => {
    const folder = await copyOf(version);
    const expected = JSON.parse(await readFile(join(import.meta.dirname, version, 'read.json'), 'utf8'));
    const read = JSON.parse(JSON.stringify(await readUserData(folder)));
    // Later versions may say more of a thing, and never less; lists have neither more nor fewer of them.
    expect(read).toMatchObject(expected);
    // And a second time, after what the first one migrated.
    expect(JSON.parse(JSON.stringify(await readUserData(folder)))).toEqual(read);
  });

  test('holds something of every table, so that a loss would be seen', async () => {
    const folder = await copyOf(version);
    for (const name of ['library', 'personal', 'audit', 'watch']) {
      const db = new DatabaseSync(join(folder, `${name}.sqlite`), { readOnly: true });
      const tables = db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all();
      const empty = tables.filter(
        (table) => db.prepare(`SELECT 1 FROM "${table.name}" LIMIT 1`).get() === undefined,
      );
      // What a retention run leaves: a new record has none.
      expect([name, empty.map((table) => table.name)]).toEqual([name, name === 'audit' ? ['anchor'] : []]);
      db.close();
    }
  });
});

test('the writer of the next folder writes what this version reads', async () => {
  const folder = await freshFolder();
  await writeUserData(folder, '9.9.9');
  expect(await readUserData(folder)).toMatchObject({
    updates: { running: '9.9.9' },
    sound_backups: [true, true, true],
  });
});

/** The version before an older app: what a newer one would have left. */
describe('after going back from a newer version', () => {
  const latest = versions.at(-1) ?? '';

  /** Raises the version of a database by one. */
  function makeNewer(file: string): void {
    const db = new DatabaseSync(file);
    const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    db.exec(`PRAGMA user_version = ${user_version + 1}`);
    db.close();
  }

  async function changeJson(
    file: string,
    change: (content: Record<string, unknown>) => object,
  ): Promise<void> {
    await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))));
  }

  const newerSentence =
    /was written by a newer version of Trip Kit Desktop\. Install that version again to use it; nothing was changed\./;

  test('the library is refused in a sentence, and stays as it is with its documents', async () => {
    const folder = await copyOf(latest);
    makeNewer(join(folder, 'library.sqlite'));
    const before = await bytesOf(folder);
    expect(() => openDatabase(join(folder, 'library.sqlite'))).toThrow(
      expect.objectContaining({
        kind: 'disk',
        condition: 'newer_version',
        message: expect.stringMatching(newerSentence),
      }),
    );
    expect(await bytesOf(folder)).toEqual(before);
    // A kit is a plain PDF beside it, whatever the database says.
    const documents = Object.keys(before).filter((name) => name.endsWith('.pdf'));
    expect(documents).toHaveLength(2);
    for (const name of documents) {
      expect((await readFile(join(folder, name))).subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  test.each([
    ['personal.sqlite', openPersonalDatabase, 'your kits can be read all the same'],
    ['audit.sqlite', openAuditDatabase, 'your kits can be read all the same'],
    ['watch.sqlite', openIntakeDatabase, 'can’t be worked through just now'],
  ] as const)('%s is left alone, and what can’t be done without it is said', async (name, open, without) => {
    const folder = await copyOf(latest);
    makeNewer(join(folder, name));
    const before = await bytesOf(folder);
    const database = open(join(folder, name));
    expect(database.problem).toMatch(newerSentence);
    expect(database.problem).toContain(without);
    expect(database.setAside).toBe(null);
    // What is written meanwhile is kept in memory.
    database.run('CREATE TABLE of_this_run (id INTEGER)');
    database.close();
    expect(await bytesOf(folder)).toEqual(before);
  });

  test('settings are kept under another name, byte for byte, and that is said', async () => {
    const folder = await copyOf(latest);
    const file = join(folder, 'settings.json');
    await changeJson(file, (content) => ({ ...content, version: SETTINGS_VERSION + 1, of_tomorrow: true }));
    const bytes = await readFile(file);
    const told: string[] = [];
    const settings = openSettings(folder, {
      onDamage: (message) => told.push(message),
      now: () => Date.UTC(2027, 0, 1),
    });
    expect(told).toEqual([
      'Your settings were written by a newer version of Trip Kit Desktop and start over. The file is kept as settings.newer-20270101T000000Z.json.',
    ]);
    expect(settings.state().values.theme).toBe('system');
    expect((await readFile(join(folder, 'settings.newer-20270101T000000Z.json'))).equals(bytes)).toBe(true);
  });

  test('the record of updates, sidecars, identities and backup copies of a newer form are not believed, and stay', async () => {
    const folder = await copyOf(latest);
    const files = Object.keys(await bytesOf(folder));
    const sidecars = files.filter((name) => name.endsWith('.kit.json'));
    const sealed = files.filter((name) => name.endsWith('.sealed'));
    const manifests = files.filter((name) => name.endsWith('backup.json'));
    await changeJson(join(folder, 'update-state.json'), (content) => ({ ...content, form: 2 }));
    for (const name of sidecars)
      await changeJson(join(folder, name), (content) => ({ ...content, version: 2 }));
    for (const name of sealed) await changeJson(join(folder, name), (content) => ({ ...content, format: 2 }));
    for (const name of manifests)
      await changeJson(join(folder, name), (content) => ({ ...content, format: 2 }));
    const before = await bytesOf(folder);
    expect(readRecord(await readFile(join(folder, 'update-state.json'), 'utf8'))).toBe(null);
    const idOf = (name: string) => name.split('/').at(-1)?.replace(/\..*/, '') ?? '';
    for (const name of sidecars)
      expect(await readKitSidecar(join(folder, 'documents'), idOf(name))).toBe(null);
    const identities = new IdentityFiles(join(folder, 'identities'));
    for (const name of sealed) expect(await identities.read(idOf(name))).toBe('damaged');
    expect(await listSets(join(folder, 'backups'))).toEqual([]);
    expect([sidecars.length, sealed.length, manifests.length]).toEqual([2, 1, 1]);
    expect(await bytesOf(folder)).toEqual(before);
  });

  test('what was taken from the kits is taken anew', async () => {
    const folder = await copyOf(latest);
    makeNewer(join(folder, 'reading.sqlite'));
    const database = new ReadingDatabase(join(folder, 'reading.sqlite'), { log: silentLog });
    expect(database.problem).toBe(null);
    expect(database.all('SELECT * FROM documents')).toEqual([]);
    database.close();
  });
});
