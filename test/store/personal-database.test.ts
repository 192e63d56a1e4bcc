import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { PlaceStore } from '../../main/reading/place-store.ts';
import {
  openPersonalDatabase,
  type PersonalDatabase,
  type PersonalDatabaseOptions,
  personalMigrations,
} from '../../main/store/personal-database.ts';
import { addStep } from './add-step.ts';

const kit = '0b1c2d3e-0000-4000-8000-000000000001';
const other = '0b1c2d3e-0000-4000-8000-000000000002';
const now = Date.parse('2026-11-21T10:00:00Z');

let folder: string;
let file: string;
let opened: PersonalDatabase[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'personal-'));
  file = join(folder, 'personal.sqlite');
  opened = [];
});
afterEach(() => {
  for (const database of opened) database.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(options: PersonalDatabaseOptions = {}): PersonalDatabase {
  const database = openPersonalDatabase(file, { now: () => now, busy_timeout_ms: 50, ...options });
  opened.push(database);
  return database;
}

test('places are there again after a restart, and go with their kit', () => {
  const first = open();
  const places = new PlaceStore(first);
  places.set(kit, { page: 3 }, now);
  places.set(kit, { page: 4, zoom: 'width' }, now + 1);
  places.set(other, { page: 1 }, now);
  first.close();
  const again = new PlaceStore(open());
  expect(again.get(kit)).toEqual({ page: 4, zoom: 'width' });
  again.remove([kit]);
  expect(again.get(kit)).toBeNull();
  expect(again.kits()).toEqual([other]);
});

test('only the user may read the file', () => {
  open();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a step that fails leaves nothing behind, and its own error passes', () => {
  const personal = open();
  const places = new PlaceStore(personal);
  const refusal = new TripKitError('config', 'No. Choose another page.');
  expect(() =>
    personal.write(() => {
      places.set(kit, { page: 1 }, now);
      throw refusal;
    }),
  ).toThrow(refusal);
  expect(places.get(kit)).toBeNull();
});

test('a damaged file is put aside untouched, and a fresh one takes its place', () => {
  const first = open();
  new PlaceStore(first).set(kit, { page: 9 }, now);
  first.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0x41), 0, 4096, 4096);
  closeSync(handle);
  const damaged = readFileSync(file);
  const second = open();
  expect(second.problem).toBeNull();
  expect(second.setAside).toBe(`${file}.damaged-20261121T100000Z`);
  expect(readFileSync(second.setAside ?? '')).toEqual(damaged);
  const places = new PlaceStore(second);
  expect(places.get(kit)).toBeNull();
  places.set(kit, { page: 2 }, now);
  second.close();
  expect(new PlaceStore(open()).get(kit)).toEqual({ page: 2 });
});

test('a file that is no database is put aside, and a second one does not take its name', () => {
  writeFileSync(file, 'not a database, but a person may want it back'.repeat(100));
  expect(open().setAside).toBe(`${file}.damaged-20261121T100000Z`);
  opened.at(-1)?.close();
  writeFileSync(file, 'again'.repeat(1000));
  rmSync(`${file}-wal`, { force: true });
  expect(open().setAside).toBe(`${file}.damaged-20261121T100000Z-2`);
  expect(readdirSync(folder).filter((name) => name.includes('damaged')).length).toBe(2);
});

test('a file in use by another process does not stop the app: this run works in memory and says so', () => {
  const first = open();
  new PlaceStore(first).set(kit, { page: 5 }, now);
  const second = open();
  expect(second.problem).toMatch(/can’t be kept on this laptop just now.*in use by another Trip Kit Desktop/);
  const places = new PlaceStore(second);
  places.set(kit, { page: 1 }, now);
  expect(places.get(kit)).toEqual({ page: 1 });
  second.close();
  expect(new PlaceStore(first).get(kit)).toEqual({ page: 5 });
});

test("a newer version's file is left as it is", () => {
  const newer = new DatabaseSync(file);
  newer.exec('CREATE TABLE things (x); PRAGMA user_version = 900;');
  newer.close();
  const before = readFileSync(file);
  const personal = open();
  expect(personal.problem).toMatch(/newer version/);
  expect(personal.setAside).toBeNull();
  personal.close();
  expect(readFileSync(file)).toEqual(before);
});

test('a later version adds its steps to what is there', () => {
  const first = open();
  new PlaceStore(first).set(kit, { page: 7 }, now);
  first.close();
  addStep(personalMigrations, 'CREATE TABLE more (x INTEGER NOT NULL) STRICT;');
  const second = open();
  second.write(() => second.db.exec('INSERT INTO more VALUES (1)'));
  expect(new PlaceStore(second).get(kit)).toEqual({ page: 7 });
});

test('a place that can not be read counts as none', () => {
  const personal = open();
  personal.write(() => personal.db.prepare('INSERT INTO places VALUES (?, ?, ?)').run(kit, '{broken', now));
  expect(new PlaceStore(personal).get(kit)).toBeNull();
});
