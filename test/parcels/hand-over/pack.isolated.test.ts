/** The file itself: the standard's format, whole or refused. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SETTINGS_FILE } from '../../../main/parcels/backup/backup-set.ts';
import { checkHeader, WORK_FACTOR } from '../../../main/parcels/hand-over/age-header.ts';
import { checkIncoming, contentsOf, rowCounts } from '../../../main/parcels/hand-over/check-incoming.ts';
import { handedTables, STAYS } from '../../../main/parcels/hand-over/filter-copy.ts';
import {
  documentName,
  entriesOf,
  type HandOverManifest,
  MAX_ROWS,
  readManifest,
  tooMany,
} from '../../../main/parcels/hand-over/manifest.ts';
import { pack, type Source, unpack } from '../../../main/parcels/hand-over/pack.ts';
import { readTarHeader, tarHeader } from '../../../main/parcels/hand-over/tar.ts';
import { migrate } from '../../../main/store/sqlite-connection.ts';
import { USER_DATABASE } from '../../../main/store/user-database.ts';
import { userMigrations } from '../../../main/store/user-schema.ts';
import { freshFolder } from '../../fresh-folder.ts';
import { addStep } from '../../store/add-step.ts';
import { openAge } from './age-oracle.ts';

const PASSPHRASE = 'gate seven at dawn';
const KIT_ID = '00000000-0000-4000-8000-000000000001';

function sourceOf(path: string, name: string): Source {
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  return { path, name, bytes: statSync(path).size, sha256 };
}

/** A hand-over of an empty database, settings and one document. */
function sample(document: Buffer) {
  const from = freshFolder();
  const database = join(from, USER_DATABASE);
  const db = new DatabaseSync(database);
  migrate(db, userMigrations);
  db.close();
  writeFileSync(join(from, SETTINGS_FILE), '{}');
  const { path: _, ...entry } = sourceOf(database, USER_DATABASE);
  const { path: __, ...settings } = sourceOf(join(from, SETTINGS_FILE), SETTINGS_FILE);
  const files: HandOverManifest['files'] = [
    { ...entry, name: USER_DATABASE, ...rowCounts(database) },
    { ...settings, name: SETTINGS_FILE, version: null, rows: {} },
  ];
  writeFileSync(join(from, 'kit.pdf'), document);
  const { bytes, sha256 } = sourceOf(join(from, 'kit.pdf'), documentName(KIT_ID));
  const manifest: HandOverManifest = {
    ...{ format: 1, made_at: '2026-11-20T10:45:00.000Z', app_version: '1.0.0', scope: 'kits', files },
    made_by: { user: 'maria', computer: 'flight-07' },
    documents: [{ kit_id: KIT_ID, bytes, sha256, title: 'KLM1007 EHAM-EGLL' }],
  };
  const sources = [
    ...files.map(({ name }) => sourceOf(join(from, name), name)),
    sourceOf(join(from, 'kit.pdf'), documentName(KIT_ID)),
  ];
  return { manifest, sources };
}

async function fileOf(
  document: Buffer,
  work_factor?: number,
): Promise<{ path: string; manifest: HandOverManifest }> {
  const { manifest, sources } = sample(document);
  const path = join(freshFolder(), 'kits.age');
  await pack(path, manifest, sources, PASSPHRASE, () => {}, work_factor);
  return { path, manifest };
}

function empty(): string {
  const target = join(freshFolder(), 'coming');
  mkdirSync(target);
  return target;
}

test('any file of the standard’s work factor opens by the standard, and tar unpacks what is in it', async () => {
  const document = randomBytes(200_000);
  const { path, manifest } = await fileOf(document);
  const file = readFileSync(path);
  expect(file.toString('latin1')).toContain(` ${WORK_FACTOR}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const plain = openAge(file, PASSPHRASE);
  const target = empty();
  writeFileSync(join(target, 'kits.tar'), plain);
  execFileSync('tar', ['-xf', 'kits.tar'], { cwd: target });
  expect(readFileSync(join(target, documentName(KIT_ID)))).toEqual(document);
  expect(readManifest(readFileSync(join(target, 'hand-over.json'), 'utf8'))).toEqual(manifest);
  const listed = execFileSync('tar', ['-tf', 'kits.tar'], { cwd: target, encoding: 'utf8' });
  expect(listed.trim().split('\n')).toEqual([
    'hand-over.json',
    ...entriesOf(manifest).map(({ name }) => name),
  ]);
});

test('documents of any length come back byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 200_000 }), async (length) => {
      const document = randomBytes(length);
      const { path, manifest } = await fileOf(document, 1);
      const target = empty();
      expect(await unpack(path, PASSPHRASE, target)).toEqual(manifest);
      expect(readFileSync(join(target, documentName(KIT_ID))).equals(document)).toBe(true);
      checkIncoming(join(target, USER_DATABASE), { ...manifest, documents: [] });
    }),
    { numRuns: 25, examples: [[1], [511], [512], [513], [65_536]] },
  );
});

test('a file that was changed or cut anywhere is refused, and says which of the two it is', async () => {
  const { path } = await fileOf(randomBytes(90_000), 1);
  const file = readFileSync(path);
  const headerEnds = file.indexOf('\n---') + 1;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: file.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (at, flip, cut) => {
        const changed = cut ? file.subarray(0, at) : Buffer.from(file);
        if (!cut) changed[at] = (changed[at] ?? 0) ^ flip;
        const other = join(freshFolder(), 'changed.age');
        writeFileSync(other, changed);
        const error = await unpack(other, PASSPHRASE, empty()).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(error).toMatchObject({
          name: 'TripKitError',
          kind: 'config',
          // Beyond the header nothing is taken for another passphrase, or for another kind of file.
          condition:
            at > headerEnds + 100 ? 'damaged' : expect.stringMatching(/^(foreign|damaged|wrong_passphrase)$/),
        });
      },
    ),
    { numRuns: 150 },
  );
});

test('another passphrase, another file and too much work are told apart', async () => {
  const { path } = await fileOf(randomBytes(10), 1);
  const target = empty();
  await expect(unpack(path, `${PASSPHRASE} `, target)).rejects.toMatchObject({
    condition: 'wrong_passphrase',
  });
  const other = join(freshFolder(), 'other.age');
  for (const foreign of ['', 'PK\u0003\u0004', '%PDF-1.7', 'age-encryption.org/v1\n-> X25519 abc\n']) {
    writeFileSync(other, foreign);
    await expect(unpack(other, PASSPHRASE, target)).rejects.toMatchObject({ condition: 'foreign' });
    await expect(checkHeader(other)).rejects.toMatchObject({ condition: 'foreign' });
  }
  await checkHeader(path);
  writeFileSync(other, readFileSync(path).toString('latin1').replace(/ 1\n/, ' 25\n'), 'latin1');
  await expect(unpack(other, PASSPHRASE, target)).rejects.toMatchObject({ condition: 'damaged' });
  expect(readdirSync(target)).toEqual([]);
});

test('an archive that any other program made is refused', async () => {
  const { manifest, sources } = sample(randomBytes(10));
  const refused = async (changed: unknown, files: Source[], condition: string) => {
    const path = join(freshFolder(), 'kits.age');
    await pack(path, changed as HandOverManifest, files, PASSPHRASE, () => {}, 1);
    await expect(unpack(path, PASSPHRASE, empty())).rejects.toMatchObject({ condition });
  };
  await refused({ ...manifest, format: 2, anything: true }, sources, 'newer_version');
  await refused({ ...manifest, scope: 'everything' }, sources, 'foreign');
  await refused(
    { ...manifest, documents: [{ ...manifest.documents[0], kit_id: '../../../etc/passwd' }] },
    sources,
    'foreign',
  );
  await refused({ ...manifest, files: [manifest.files[1]] }, sources, 'foreign');
  const [first, second, document] = sources;
  if (!first || !second || !document) throw new Error('three files');
  // What the manifest says is what there is, in its order.
  await refused(manifest, [second, first, document], 'damaged');
  await refused(manifest, [first, second, { ...document, name: '../escaped.pdf' }], 'damaged');
});

test('a database with anything but our own tables is refused', () => {
  const { manifest, sources } = sample(randomBytes(10));
  const bare = { ...manifest, documents: [] };
  const [library] = sources;
  if (!library) throw new Error('a library');
  checkIncoming(library.path, bare);
  const changes = [
    'CREATE TRIGGER t AFTER INSERT ON kits BEGIN DELETE FROM kits; END',
    'CREATE VIEW v AS SELECT * FROM kits',
    'ALTER TABLE kits ADD COLUMN "x) VALUES (1); --" TEXT',
    'DROP TABLE pins; CREATE VIEW pins AS SELECT 1 AS kit_id, 2 AS pinned_at',
    'PRAGMA user_version = 0',
    // Another laptop's activity record and journal are never taken in.
    "INSERT INTO entries VALUES (1, 1, 1, 'began', NULL, NULL, '', '{}', '', '')",
    "INSERT INTO outbox VALUES (1, 'command', 'e', '{}', 1, 0)",
    "INSERT INTO kits (id, profile_id, state, created_at, state_since, messages) VALUES ('../../x', 'p', 'failed', 1, 1, '[]')",
    "INSERT INTO kits (id, profile_id, state, created_at, state_since, messages) VALUES ('00000000-0000-4000-8000-000000000009', 'p', 'nonsense', 1, 1, '[]')",
  ];
  for (const change of changes) {
    const path = join(freshFolder(), 'user.sqlite');
    writeFileSync(path, readFileSync(library.path));
    const db = new DatabaseSync(path);
    db.exec(change);
    db.close();
    expect(() => checkIncoming(path, bare), change).toThrow(/not a hand-over file|damaged/);
  }
  const newer = { ...bare, files: bare.files.map((file) => ({ ...file, version: 99 })) };
  expect(() => checkIncoming(library.path, newer)).toThrow(/newer version/);
});

test('a file with more profiles than a person could be asked about is refused', () => {
  const { manifest, sources } = sample(randomBytes(10));
  const path = sources[0]?.path ?? '';
  const addUpTo = (number: number) => {
    const db = new DatabaseSync(path);
    for (let n = Number(db.prepare('SELECT count(*) AS n FROM profiles').get()?.n); n < number; n += 1)
      db.prepare("INSERT INTO profiles (id, text, added_at) VALUES (?, '{}', 1)").run(`more-${n}`);
    db.close();
    const files = manifest.files.map((file) => ({ ...file, ...rowCounts(path) }));
    return { ...manifest, documents: [], files };
  };
  checkIncoming(path, addUpTo(50));
  expect(() => checkIncoming(path, addUpTo(51))).toThrow(/not a hand-over file/);
  expect(tooMany({ kits: 20_000 })).toBeNull();
  expect(tooMany({ kits: 20_001 })).toBe('20,000 kits');
  expect(tooMany({ kits: 1, marks: MAX_ROWS - 1 })).toBeNull();
  expect(tooMany({ kits: 1, marks: MAX_ROWS })).toMatch(/500,000 kits and marks/);
});

test('what the app has to know of a file is read beside it: a profile that nobody uses, or too long, is not', () => {
  const { sources } = sample(randomBytes(10));
  const path = sources[0]?.path ?? '';
  const kit_id = '00000000-0000-4000-8000-000000000009';
  const db = new DatabaseSync(path);
  db.prepare(
    "INSERT INTO kits (id, profile_id, state, created_at, state_since, messages) VALUES (?, 'used', 'planned', 1, 1, '[]')",
  ).run(kit_id);
  const add = db.prepare('INSERT INTO profiles (id, text, added_at) VALUES (?, ?, 1)');
  add.run('used', '{}');
  add.run('unused', '{}');
  expect(contentsOf(path)).toEqual({
    kit_ids: [kit_id],
    ...{ marks: 0, acknowledgements: 0, planned: 1 },
    used: ['used'],
    profiles: [{ id: 'used', text: '{}', added_at: 1 }],
  });
  db.prepare('UPDATE profiles SET text = ?').run('x'.repeat(1024 ** 2 + 1));
  db.close();
  expect(contentsOf(path).profiles).toEqual([]);
});

test('a file with a database of an earlier version is one, too', () => {
  const { manifest, sources } = sample(randomBytes(10));
  addStep(userMigrations, 'CREATE TABLE of_tomorrow (id TEXT)');
  checkIncoming(sources[0]?.path ?? '', { ...manifest, documents: [] });
});

test('every table of the database is decided about', () => {
  const own = new DatabaseSync(':memory:');
  migrate(own, userMigrations);
  const tables = own
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  own.close();
  expect([...handedTables, ...STAYS].sort()).toEqual(tables.map(({ name }) => String(name)).sort());
});

test('headers are those of ustar', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z0-9./-]{1,99}$/),
      fc.integer({ min: 0, max: 8 ** 11 - 1 }),
      (name, bytes) => {
        const block = tarHeader({ name, bytes }, Date.parse('2026-11-23T10:45:00Z'));
        expect(readTarHeader(block)).toEqual({ name, bytes });
        block[Math.floor(block.length / 3)] = 0x7f;
        expect(readTarHeader(block)).toBeNull();
      },
    ),
  );
});
