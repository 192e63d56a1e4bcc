import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../main/store/database.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { readPages } from '../../main/store/page-image.ts';
import { scanPages } from '../../main/store/page-scan.ts';
import { rescueDatabase } from '../../main/store/rescue.ts';
import { aKit, anEvent, freshFolders } from '../documents/samples.ts';

const folder = freshFolders();
const newFile = () => join(folder(), 'library.db');
const page_bytes = 4096;

/** A library of kits of all sizes, each with three lines of history, every tenth pinned and acknowledged. */
function fill(db: Database, count: number): Map<string, KitRecord> {
  const kits = new Map<string, KitRecord>();
  db.profiles.add({ id: 'p1', text: '{"name":"Demo Air"}', added_at: 1 });
  for (let n = 0; n < count; n += 1) {
    const message = { code: '205', type: 'Warning', message: 'é😀 '.repeat(n % 7 === 0 ? 1_500 : 3) };
    const kit = aKit({ created_at: n, messages: [message], tripkit_id: `TK-${n}` });
    for (const what of ['one', 'two', 'three']) db.kits.write(kit, anEvent(kit, what));
    kits.set(kit.id, kit);
    if (n % 10 !== 0) continue;
    db.pins.set(kit.id, true, n);
    const document_sha256 = 'ab'.repeat(32);
    db.acknowledgements.add({ kit_id: kit.id, message, document_sha256, by: 'me', at: n });
    db.dates.set(kit.id, [
      { document_sha256, evidence: 'service', from: n, at: n + 1, learned_at: n + 1 },
      { document_sha256, evidence: 'document', from: null, at: null, learned_at: n },
    ]);
  }
  return kits;
}

/** A library of 250 kits, made once: every write waits for the disk. */
const made = { bytes: Buffer.alloc(0), kits: new Map<string, KitRecord>() };
beforeAll(() => {
  const dir = mkdtempSync(join(tmpdir(), 'tripkit-rescue-'));
  const db = openDatabase(join(dir, 'library.db'));
  made.kits = fill(db, 250);
  db.close();
  made.bytes = readFileSync(join(dir, 'library.db'));
  rmSync(dir, { recursive: true });
});

function madeLibrary(): { file: string; kits: ReadonlyMap<string, KitRecord> } {
  const file = newFile();
  writeFileSync(file, made.bytes);
  return { file, kits: made.kits };
}

function damage(file: string, pages: readonly number[], byte = 0x5a): void {
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(byte, page_bytes * (page - 1), page_bytes * page);
  writeFileSync(file, bytes);
}

function rootOf(file: string, name: string): number {
  const db = new DatabaseSync(file);
  const root = Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.rootpage);
  db.close();
  return root;
}

/** What is there is exactly what was there; only how much of it may be less. */
function expectOnlyTruth(db: Database, kits: ReadonlyMap<string, KitRecord>): void {
  for (const kit of db.kits.list()) {
    expect(kit).toEqual(kits.get(kit.id));
    const words = db.kits.history(kit.id).map((event) => event.what);
    expect(words.at(-1)).toContain('damaged');
    expect(['one', 'two', 'three']).toEqual(expect.arrayContaining(words.slice(0, -1)));
  }
}

test.each([
  ['the first page', () => 1, 0x5a],
  ['the first page, zeroed', () => 1, 0],
  ['the root of the kits', (file: string) => rootOf(file, 'kits'), 0x5a],
  ['the root of the events', (file: string) => rootOf(file, 'events'), 0],
  ['an index', (file: string) => rootOf(file, 'kits_newest_first'), 0x5a],
])('a library that lost %s keeps every kit', (_, page, byte) => {
  const { file, kits } = madeLibrary();
  const before = readFileSync(file);
  damage(file, [page(file)], byte);

  const db = openDatabase(file);
  expect(db.rescued).toMatchObject({ kits: 250, events: 750, pins: 25, acknowledgements: 25, profiles: 1 });
  expect(db.rescued?.loose_events).toEqual([]);
  expect(db.kits.list().map((kit) => kit.id)).toEqual([...kits.keys()].reverse());
  expectOnlyTruth(db, kits);
  for (const id of kits.keys()) {
    expect(
      db.kits
        .history(id)
        .map((event) => event.what)
        .slice(0, -1),
    ).toEqual(['one', 'two', 'three']);
  }
  expect(db.pins.list().size).toBe(25);
  expect(db.dates.all()).toHaveLength(50);
  expect(db.profiles.get('p1')?.text).toBe('{"name":"Demo Air"}');
  const [first] = kits.values();
  expect(db.acknowledgements.list(first?.id ?? '')[0]?.message).toEqual(first?.messages[0]);
  // The damaged file is kept as it was, for whoever wants to look into it.
  expect(readFileSync(db.setAside ?? '').length).toBe(before.length);
  db.close();
  expect(readdirSync(dirname(file)).filter((name) => /rescu(ing|ed)/.test(name))).toEqual([]);
  const again = openDatabase(file);
  expect([again.setAside, again.rescued, again.kits.list().length]).toEqual([null, null, 250]);
  again.close();
});

test('whatever pages are lost, what is on the others is found, and nothing is made up (property)', () => {
  const { bytes, kits } = made;
  const pages = bytes.length / page_bytes;
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: pages }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(0, 0x5a, 0xff, 0x0d),
      (lost, byte) => {
        const copy = newFile();
        writeFileSync(copy, bytes);
        damage(copy, lost, byte);
        const { rescued } = rescueDatabase(copy, 9);
        // A page of this library holds at most 12 kits.
        expect(rescued.kits).toBeGreaterThanOrEqual(250 - 12 * lost.length);
        const opened = openDatabase(copy);
        expect(opened.kits.list()).toHaveLength(rescued.kits);
        expectOnlyTruth(opened, kits);
        opened.close();
      },
    ),
    { numRuns: 15 },
  );
});

test('a file that was cut off keeps what is before the cut', () => {
  const { file, kits } = madeLibrary();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2) + 1_000));
  const db = openDatabase(file);
  expect(db.setAside).not.toBeNull();
  expect(db.rescued?.kits).toBeGreaterThan(60);
  expectOnlyTruth(db, kits);
  db.close();
});

test('kits that a person removed do not come back while the list of free pages can be read', () => {
  const { file, kits } = madeLibrary();
  let db = openDatabase(file);
  const removed = [...kits.keys()].slice(0, 200);
  for (const id of removed) db.kits.remove(id);
  db.close();
  damage(file, [rootOf(file, 'kits')]);
  db = openDatabase(file);
  expect(db.setAside).not.toBeNull();
  expect(db.kits.list().length).toBe(50);
  for (const id of removed) expect(db.kits.get(id)).toBeUndefined();
  db.close();
});

test('what is still in the log counts', () => {
  const file = newFile();
  const db = openDatabase(file);
  const kits = fill(db, 40);
  const [first] = kits.values();
  if (first === undefined) throw new Error('no kit');
  const changed: KitRecord = { ...first, state: 'downloading', state_since: 9_999 };
  db.kits.write(changed, anEvent(changed, 'three'));
  kits.set(changed.id, changed);
  // As a killed process leaves it.
  const copy = newFile();
  for (const companion of ['', '-wal']) copyFileSync(file + companion, copy + companion);
  db.close();
  const bytes = readFileSync(copy);
  expect(bytes.length).toBeLessThan(readFileSync(`${copy}-wal`).length);
  writeFileSync(copy, Buffer.alloc(bytes.length, 0x5a));
  const { rescued } = rescueDatabase(copy, 9);
  expect(rescued.kits).toBe(40);
  const opened = openDatabase(copy);
  expectOnlyTruth(opened, kits);
  expect(opened.kits.get(changed.id)).toEqual(changed);
  opened.close();
});

test('a request of which it is not certain any more whether it was sent waits for a person', () => {
  const file = newFile();
  let db = openDatabase(file);
  const asked = aKit({ state: 'requesting', requested_at: null, tripkit_id: null });
  db.kits.write(asked, anEvent(asked));
  db.close();
  damage(file, [1]);
  db = openDatabase(file, { now: () => 7_000 });
  expect(db.kits.get(asked.id)).toMatchObject({ state: 'unconfirmed', state_since: 7_000 });
  expect(db.kits.get(asked.id)?.failure?.message).toContain('not certain');
  db.close();
});

test('history whose kit is lost is told, not thrown away', () => {
  const file = newFile();
  let db = openDatabase(file);
  const kits = fill(db, 3);
  db.close();
  const raw = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const [id] = kits.keys();
  raw.prepare('DELETE FROM kits WHERE id = ?').run(id ?? '');
  raw.close();
  damage(file, [rootOf(file, 'kits_newest_first')]);
  db = openDatabase(file);
  expect(db.rescued?.loose_events.map((event) => [event.kit_id, event.what])).toEqual([
    [id, 'one'],
    [id, 'two'],
    [id, 'three'],
  ]);
  db.close();
});

test('an index that has lost a kit is made anew; nothing is set aside', () => {
  const file = newFile();
  let db = openDatabase(file);
  const kits = fill(db, 30);
  db.close();
  let raw = new DatabaseSync(file, { defensive: false });
  const index = raw.prepare("SELECT * FROM sqlite_schema WHERE name = 'kits_newest_first'").get();
  raw.exec("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'kits_newest_first'");
  raw.close();
  // Written while nobody kept the index:
  raw = new DatabaseSync(file, { defensive: false });
  raw.exec("UPDATE kits SET created_at = created_at + 1000 WHERE tripkit_id IN ('TK-3', 'TK-4')");
  raw.exec('PRAGMA writable_schema = ON');
  raw
    .prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)')
    .run(...['type', 'name', 'tbl_name', 'rootpage', 'sql'].map((column) => index?.[column] ?? null));
  raw.close();
  raw = new DatabaseSync(file);
  expect(raw.prepare('PRAGMA integrity_check(1)').get()?.integrity_check).not.toBe('ok');
  expect(raw.prepare('PRAGMA quick_check(1)').get()?.quick_check).toBe('ok');
  raw.close();

  db = openDatabase(file);
  expect([db.setAside, db.rescued]).toEqual([null, null]);
  const order = db.kits.list().map((kit) => kit.tripkit_id);
  expect(order.slice(0, 3)).toEqual(['TK-4', 'TK-3', 'TK-29']);
  expect(order).toHaveLength(kits.size);
  db.close();
});

test('a rescue that was cut short is finished, or begun anew, at the next start', () => {
  const file = newFile();
  let db = openDatabase(file);
  fill(db, 30);
  db.close();
  const sound = readFileSync(file);
  damage(file, [1]);
  // Killed while the new library was built:
  writeFileSync(`${file}.rescuing`, 'half of it');
  db = openDatabase(file);
  expect(db.rescued?.kits).toBe(30);
  db.close();
  // Killed before the damaged one was moved, and between that and the new one's taking its place:
  for (const main of ['damaged', 'gone']) {
    writeFileSync(`${file}.rescued`, sound);
    writeFileSync(`${file}-wal`, 'of the damaged file');
    if (main === 'damaged') damage(file, [1]);
    else renameSync(file, `${file}.damaged-before`);
    db = openDatabase(file);
    expect(db.setAside === null).toBe(false);
    expect(db.kits.list()).toHaveLength(30);
    db.close();
    expect(existsSync(`${file}.rescued`)).toBe(false);
  }
});

test('two processes that meet a damaged library rescue it once', async () => {
  const { file } = madeLibrary();
  damage(file, [1]);
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('../../main/store/database.ts', import.meta.url).href)};
    process.stdout.write('up\\n');
    process.stdin.once('data', () => {
      try {
        const db = openDatabase(process.argv[1], { busy_timeout_ms: 300 });
        process.stdout.write(String(db.kits.list().length) + '\\n');
      } catch (error) {
        process.stdout.write(error.condition + '\\n');
      }
    });`;
  const start = () => spawn(process.execPath, ['--input-type=module', '-e', program, file]);
  const processes: ChildProcess[] = [start(), start(), start()];
  const said = processes.map(() => '');
  const saying = (n: number, lines: number) =>
    new Promise<void>((resolve) => {
      processes[n]?.stdout?.on('data', (chunk: Buffer) => {
        said[n] += chunk.toString();
        if ((said[n]?.split('\n').length ?? 0) > lines) resolve();
      });
    });
  await Promise.all(processes.map((_, n) => saying(n, 1)));
  const answers = Promise.all(processes.map((_, n) => saying(n, 2)));
  for (const child of processes) child.stdin?.write('go\n');
  await answers;
  for (const child of processes) child.kill('SIGKILL');
  await Promise.all(processes.map((child) => once(child, 'close')));
  expect(said.map((text) => text.trim().split('\n')[1]).sort()).toEqual(['250', 'in_use', 'in_use']);
  const aside = readdirSync(dirname(file)).filter((name) => /damaged-[0-9TZ]+(-\d+)?$/.test(name));
  expect(aside).toHaveLength(1);
  expect(basename(aside[0] ?? '')).toContain('library.db.damaged-');
});

test('reads the rows that SQLite reads, whatever they hold (property)', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.integer({ min: -200, max: 40_000 }),
    fc.double({ noNaN: true }).filter((number) => !Number.isInteger(number)),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.nat(20_000).map((length) => 'ü'.repeat(length)),
    fc.uint8Array({ maxLength: 9_000 }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, value), { maxLength: 60 }),
      fc.constantFrom(512, 4096, 65536),
      (rows, size) => {
        const file = newFile();
        const db = new DatabaseSync(file);
        db.exec(`PRAGMA page_size = ${size}; PRAGMA journal_mode = WAL; CREATE TABLE t (a, b)`);
        const insert = db.prepare('INSERT INTO t VALUES (?, ?)');
        for (const [a, b] of rows) insert.run(a, b);
        const select = db.prepare('SELECT rowid, a, b FROM t ORDER BY rowid');
        select.setReadBigInts(true);
        const expected = select
          .all()
          .map(({ rowid, a, b }) => ({ rowid: Number(rowid), values: [plain(a), plain(b)] }));
        // Once from the log, once from the file.
        for (let round = 0; round < 2; round += 1) {
          const scan = scanPages(readPages(file));
          expect(scan.damaged).toBe(false);
          expect(scan.stray).toEqual([]);
          const found = scan.tables
            .get('t')
            ?.map((row) => ({ rowid: row.rowid, values: row.values.map(plain) }));
          expect(found).toEqual(expected);
          if (round === 0) db.close();
        }
      },
    ),
    { numRuns: 40 },
  );
});

function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

test('never throws and always ends, whatever the bytes are (property)', () => {
  const sound = made.bytes;
  const copy = newFile();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 400 }),
      (changes) => {
        const bytes = Buffer.from(sound);
        for (const [at, byte] of changes) bytes[at] = byte;
        writeFileSync(copy, bytes);
        scanPages(readPages(copy));
      },
    ),
    { numRuns: 150 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
      writeFileSync(copy, bytes);
      scanPages(readPages(copy));
    }),
  );
});
