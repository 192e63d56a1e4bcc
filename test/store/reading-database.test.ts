import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { headingWithChart } from '../../main/reading/headings.ts';
import { readingMigrations } from '../../main/store/reading-schema.ts';
import { freshFolder } from '../fresh-folder.ts';
import {
  byId,
  chartOf,
  fact,
  kitId,
  OTHER_SHA,
  openStores,
  SHA,
  searchable,
  takeIn,
} from '../reading/stores.ts';
import { addStep } from './add-step.ts';

const pages = [
  { title: 'EGLL', text: 'EGLL HEATHROW\nAirport' },
  { title: 'ILS 27L', level: 1, text: 'ILS RWY 27L\n109.50' },
];

function damage(file: string, from: number, length: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(length, 0x5a), 0, length, from);
  closeSync(handle);
}

function setVersion(file: string, version: number): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA user_version = ${version}`);
  db.close();
}

test('what was taken is there again after a restart, and only this user may read it', () => {
  const file = join(freshFolder(), 'reading.sqlite');
  const first = openStores(file);
  const kit = searchable(1);
  takeIn(first.prepared, kit, pages);
  first.database.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { prepared, search, log } = openStores(file);
  expect(prepared.text(kit.id, SHA)).toEqual(pages.map(({ text }) => text));
  expect(search.find('ils 27l', 10, byId(kit))[0]).toMatchObject({ page: 2, heading: 'EGLL › ILS 27L' });
  expect(log.lines).toEqual([]);
});

test.each([
  ['no database at all', (file: string) => writeFileSync(file, 'no database '.repeat(500))],
  ['a damaged header', (file: string) => damage(file, 0, 100)],
  ['a newer version', (file: string) => setVersion(file, 77)],
  ['tables without a version', (file: string) => setVersion(file, 0)],
])('%s: replaced by an empty one, with a line in the log and nothing else', (_what, spoil) => {
  const file = join(freshFolder(), 'reading.sqlite');
  const first = openStores(file);
  takeIn(first.prepared, searchable(1), pages);
  first.database.close();
  spoil(file);
  const { database, prepared, log } = openStores(file);
  expect(database.problem).toBeNull();
  expect(log.lines).toHaveLength(1);
  expect(log.lines[0]).toMatch(/made again from the documents/);
  expect(prepared.states().size).toBe(0);
  takeIn(prepared, searchable(1), pages);
  expect(prepared.get(kitId(1))?.state).toBe('ready');
});

test('damage that shows while it is used is repaired under way: the call succeeds, and all is to be taken again', () => {
  const file = join(freshFolder(), 'reading.sqlite');
  const first = openStores(file);
  const long = Array.from({ length: 400 }, (_, n) => ({ text: `page ${n} ${'word '.repeat(400)}` }));
  takeIn(first.prepared, searchable(1), long);
  first.database.close();
  let rebuilt = 0;
  const again = openStores(file, { onRebuilt: () => (rebuilt += 1) });
  // Behind the pages that opening has read.
  damage(file, 40 * 4096, statSync(file).size - 40 * 4096);
  expect(again.prepared.text(kitId(1), SHA)).toBeNull();
  expect(rebuilt).toBe(1);
  expect(again.log.lines.join()).toMatch(/is damaged .* made again/);
  takeIn(again.prepared, searchable(1), pages);
  expect(again.prepared.text(kitId(1), SHA)).toEqual(pages.map(({ text }) => text));
});

test('one that another process has open is left alone, and nothing is kept in this run', () => {
  const file = join(freshFolder(), 'reading.sqlite');
  const first = openStores(file);
  takeIn(first.prepared, searchable(1), pages);
  const second = openStores(file);
  expect(second.database.problem).toMatch(/in use/);
  expect(second.prepared.get(kitId(1))).toBeNull();
  second.database.close();
  expect(first.prepared.text(kitId(1), SHA)).toHaveLength(2);
  expect(readFileSync(file).length).toBeGreaterThan(0);
});

test('without FTS5 the search says so, and the rest works', () => {
  const { prepared, search } = openStores(join(freshFolder(), 'reading.sqlite'), { fts5: false });
  const kit = searchable(1);
  takeIn(prepared, kit, pages);
  expect(prepared.text(kit.id, SHA)).toHaveLength(2);
  expect(() => search.find('ils', 10, byId(kit))).toThrow(/can’t search the text of kits/);
  prepared.remove(kit.id);
  expect(prepared.get(kit.id)).toBeNull();
});

test('another document of a kit replaces what was taken from the first; a removed kit leaves nothing to find', () => {
  const { prepared, search, database } = openStores(join(freshFolder(), 'reading.sqlite'));
  const kit = searchable(1);
  takeIn(prepared, kit, pages);
  const other = { ...kit, sha256: OTHER_SHA };
  takeIn(prepared, other, [{ text: 'VOR 09R' }]);
  expect(prepared.text(kit.id, SHA)).toBeNull();
  expect(prepared.text(kit.id, OTHER_SHA)).toEqual(['VOR 09R']);
  expect(search.find('ils 27l', 10, byId(other))).toEqual([]);
  expect(search.find('vor', 10, byId(other))).toHaveLength(1);
  prepared.remove(kit.id);
  for (const table of ['documents', 'pages', 'charts', 'page_search', 'heading_search']) {
    expect(database.get(`SELECT count(*) AS n FROM ${table}`)?.n).toBe(0);
  }
});

test('a document that was forgotten meanwhile takes no more pages', () => {
  const { prepared } = openStores(join(freshFolder(), 'reading.sqlite'));
  const { id } = prepared.begin(kitId(1), SHA);
  prepared.remove(kitId(1));
  expect(() => prepared.savePages(id, [{ text: 'x', heading: null, chart: chartOf(1) }], '')).toThrow(
    /not on this laptop/,
  );
});

test('a further version adds its step to what is there', () => {
  const file = join(freshFolder(), 'reading.sqlite');
  const first = openStores(file);
  takeIn(first.prepared, searchable(1), pages);
  first.database.close();
  addStep(readingMigrations, "UPDATE documents SET state = 'waiting', done = 0");
  const { prepared, search, log } = openStores(file);
  expect(log.lines).toEqual([]);
  expect(prepared.get(kitId(1))).toMatchObject({ state: 'waiting', done: 0 });
  expect(search.find('ils 27l', 10, byId(searchable(1)))).toHaveLength(1);
});

test('a page that comes again replaces what was known of it, and is found by the new words alone', () => {
  const { prepared, search } = openStores(join(freshFolder(), 'reading.sqlite'));
  const kit = searchable(1);
  const id = takeIn(prepared, kit, [{ text: 'DA 277' }, { title: 'EGLL', text: 'HEATHROW' }]);
  expect(search.find('egll ils 27l ', 10, byId(kit))).toEqual([]);
  const chart = chartOf(1, { airport: fact('EGLL'), kind: fact('approach'), title: fact('ILS RWY 27L') });
  const heading = headingWithChart(null, chart);
  prepared.savePages(id, [{ text: 'another text', heading, chart }], kit.words);
  expect(search.find('egll ils 27l ', 10, byId(kit))).toMatchObject([
    { page: 1, heading: 'EGLL › ILS RWY 27L' },
  ]);
  expect(search.find('da 277 ', 10, byId(kit))).toEqual([]);
  expect(prepared.text(kit.id, SHA)).toEqual(['another text', 'HEATHROW']);
  expect(prepared.charts(kit.id, SHA).pages[0]).toEqual(chart);
  expect(prepared.chart(kit.id, SHA, 1)).toEqual(chart);
  prepared.rename(id, [{ chart: chartOf(1), heading: null }], kit.words);
  expect(search.find('egll ils 27l ', 10, byId(kit))).toEqual([]);
  expect(search.find('another text', 10, byId(kit))).toHaveLength(1);
  prepared.remove(kit.id);
  expect(prepared.charts(kit.id, SHA)).toEqual({ state: 'waiting', pages: [] });
});

test('a document that can’t be prepared has no charts, and no counts of them', () => {
  const { prepared, search } = openStores(join(freshFolder(), 'reading.sqlite'));
  const kit = searchable(1);
  const id = takeIn(prepared, kit, pages);
  prepared.fail(id, 'A page took too long.');
  expect(prepared.get(kit.id)).toMatchObject({ state: 'failed', done: 0 });
  expect(prepared.charts(kit.id, SHA)).toEqual({ state: 'failed', pages: [] });
  expect([prepared.chartCountsOf(kit.id), prepared.chartDates(kit.id, SHA)]).toEqual([null, null]);
  expect(search.find('ils 27l', 10, byId(kit))).toEqual([]);
});
