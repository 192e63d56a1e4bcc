import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChartPage } from '../../main/charts/rules/chart.ts';
import type { OutlineLine } from '../../main/charts/rules/page-text.ts';
import { TripKitError } from '../../main/common/errors.ts';
import { Annotations, type MarkedKit } from '../../main/marks/kit-annotations.ts';
import { MarkStore } from '../../main/marks/mark-store.ts';
import { copyWithMarks } from '../../main/marks/open.ts';
import type { EventLog } from '../../main/store/event-log.ts';
import type { SqliteConnection } from '../../main/store/sqlite-connection.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import type { MarkDraft } from '../../preload/contract.ts';
import { classic, pagesObjects } from '../documents/pdf-writer.ts';
import { freshFolder } from '../fresh-folder.ts';
import { chartOf, fact } from '../reading/stores.ts';

const departure = Date.parse('2026-11-21T10:00:00Z');
const hour = 60 * 60_000;
const note: MarkDraft = { kind: 'note', page: 2, x: 0.5, y: 0.25, text: 'words' };
const pin: MarkDraft = { kind: 'pin', page: 1 };
const bookmark: MarkDraft = { kind: 'bookmark', page: 3, title: 'ILS 27L', heading: 'EGLL › ILS 27L' };

let connection: SqliteConnection;
let events: EventLog;
let kits: Map<string, MarkedKit>;
let outlines: Map<string, OutlineLine[]>;
let charts: Map<string, ChartPage[]>;
let now: number;
let warnings: string[];
let book: Annotations;

beforeEach(() => {
  ({ connection, events } = openUserDatabase(join(freshFolder(), 'user.sqlite')));
  kits = new Map();
  outlines = new Map();
  charts = new Map();
  now = departure;
  warnings = [];
  book = new Annotations({
    store: new MarkStore(connection, events),
    kit: (id) => {
      const kit = kits.get(id);
      if (!kit) throw new TripKitError('config', 'There is no such kit.');
      return kit;
    },
    outlineAndChartsOf: (id) => ({ outline: outlines.get(id) ?? null, charts: charts.get(id) ?? [] }),
    chartOf: (id, _sha256, page) => charts.get(id)?.find((chart) => chart.page === page) ?? null,
    user: 'pilot',
    now: () => now,
    newId: randomUUID,
    log: { info() {}, error() {}, warn: (text) => void warnings.push(text) },
  });
});
afterEach(() => connection.close());

function aKit(sha256 = 'aa', more: Partial<MarkedKit> = {}): string {
  const id = randomUUID();
  const trip = { origin: 'EGLL', destination: 'KJFK', departure: '2026-11-21T10:00:00Z' };
  kits.set(id, { id, profile_id: 'p', trip, document: { bytes: 9, sha256, pages: 20 }, ...more });
  return id;
}
function another(id: string, sha256: string): void {
  kits.set(id, { ...(kits.get(id) as MarkedKit), document: { bytes: 9, sha256, pages: 5 } });
}
const kindsOf = (id: string) => book.list(id).map(({ draft }) => draft.kind);

describe('marks of a kit', () => {
  test('say who and when, and come by page', () => {
    const id = aKit();
    book.add(id, bookmark);
    now += hour;
    const added = book.add(id, note);
    expect(added).toMatchObject({ by: 'pilot', created_at: now, changed_at: now, outdated: false });
    expect(book.list(id).map(({ draft }) => draft.page)).toEqual([2, 3]);
    now += hour;
    expect(book.change(id, added.id, { ...note, text: 'other' })).toMatchObject({
      created_at: now - hour,
      changed_at: now,
      draft: { text: 'other' },
    });
  });

  test('are refused where they have no place', () => {
    const id = aKit();
    expect(() => book.add(id, { ...note, page: 21 })).toThrow('20 pages');
    expect(() => book.add(randomUUID(), note)).toThrow('no such kit');
    expect(() => book.add(aKit('x', { document: null }), note)).toThrow('not on this laptop');
    const { id: mark } = book.add(id, note);
    expect(() => book.change(id, mark, pin)).toThrow('not there any more');
    expect(() => book.change(aKit(), mark, note)).toThrow('not there any more');
    expect(() => book.remove(aKit(), mark)).toThrow('not there any more');
    book.remove(id, mark);
    book.remove(id, mark);
    expect(book.list(id)).toEqual([]);
  });

  test('never stand on another document of the kit, and are back on their own', () => {
    const id = aKit('aa');
    const { id: mark } = book.add(id, { ...note, page: 18 });
    another(id, 'bb');
    expect(book.list(id)).toMatchObject([{ id: mark, outdated: true }]);
    // Its words can still be changed; it stays where it belongs.
    expect(book.change(id, mark, { ...note, page: 18, text: 'x' })).toMatchObject({ outdated: true });
    book.add(id, { ...note, page: 5 });
    another(id, 'aa');
    expect(book.list(id).map(({ outdated }) => outdated)).toEqual([true, false]);
  });

  test('pins are cleared a day after the departure', () => {
    const id = aKit();
    const tracked = aKit('aa', { trip: null });
    for (const kit of [id, tracked]) {
      book.add(kit, pin);
      book.add(kit, note);
    }
    now = departure + 24 * hour - 1;
    expect(kindsOf(id)).toEqual(['pin', 'note']);
    now += 1;
    expect(kindsOf(id)).toEqual(['note']);
    expect(() => book.add(id, pin)).toThrow('Set a bookmark instead');
    // Whose departure nobody knows keeps its pins as long as it stays.
    expect(kindsOf(tracked)).toEqual(['pin', 'note']);
    now = departure;
    expect(kindsOf(id)).toEqual(['note']);
  });

  test('at start, pins of flights that are over are taken away; bookmarks stay', () => {
    const [over, stays] = [aKit(), aKit('aa', { trip: null })];
    for (const id of [over, stays]) for (const draft of [pin, note, bookmark]) book.add(id, draft);
    now = departure + 24 * hour;
    book.sweep([...kits.values()]);
    const rows = connection.db.prepare('SELECT kit_id, kind FROM marks ORDER BY rowid').all();
    const left = (id: string) => rows.filter(({ kit_id }) => kit_id === id).map(({ kind }) => kind);
    expect([over, stays].map(left)).toEqual([
      ['note', 'bookmark'],
      ['pin', 'note', 'bookmark'],
    ]);
  });

  test('where pins can’t be removed now, nothing breaks', () => {
    const id = aKit();
    book.add(id, pin);
    connection.close();
    book.sweep([]);
    expect(warnings).toHaveLength(1);
  });
});

describe('bookmarks', () => {
  test('are found in other kits by their heading, also after their kit is gone', () => {
    const [first, second, third] = [aKit('aa'), aKit('bb'), aKit('cc')];
    const { id } = book.add(first, bookmark);
    book.add(first, { kind: 'bookmark', page: 4, title: 'Page 4', heading: null });
    outlines.set(second, [
      { title: 'EGLL', level: 0, page: 7 },
      { title: 'ILS 27L', level: 1, page: 9 },
    ]);
    expect(book.bookmarks(first).map(({ page }) => page)).toEqual([3, 4]);
    expect(book.bookmarks(second).map(({ page }) => page)).toEqual([9, null]);
    expect(book.bookmarks(third).map(({ page }) => page)).toEqual([null, null]);
    kits.delete(first);
    expect(book.bookmarks(second)[0]).toEqual({ id, title: 'ILS 27L', heading: 'EGLL › ILS 27L', page: 9 });
    book.remove(second, id);
    expect(book.bookmarks(second)).toHaveLength(1);
  });

  test('of a kit whose document has changed are found by their heading too', () => {
    const id = aKit('aa');
    book.add(id, bookmark);
    another(id, 'bb');
    outlines.set(id, [
      { title: 'EGLL', level: 0, page: 1 },
      { title: 'ILS 27L', level: 1, page: 5 },
    ]);
    expect(book.bookmarks(id)[0]?.page).toBe(5);
  });
});

describe('a copy with marks', () => {
  const record = (kit_id: string, draft: MarkDraft) => ({
    id: randomUUID(),
    kit_id,
    document_sha256: 'aa',
    by: 'pilot',
    created_at: 0,
    changed_at: 0,
    draft,
  });

  test('is whole, private of parts, and leaves the document as it is', async () => {
    const [folder, target] = [freshFolder(), freshFolder()];
    const id = randomUUID();
    const document = classic(pagesObjects(3));
    writeFileSync(join(folder, `${id}.pdf`), document);
    const to = join(target, 'copy.pdf');
    writeFileSync(to, 'what was there before');
    await copyWithMarks(folder, id, [record(id, note)], to);
    const copy = readFileSync(to);
    expect(copy.subarray(0, document.length).equals(document)).toBe(true);
    expect(copy.toString('latin1')).toContain('/Subtype /Text');
    expect(readFileSync(join(folder, `${id}.pdf`)).equals(document)).toBe(true);
    expect(await readdir(target)).toEqual(['copy.pdf']);
  });

  test('without marks to write is the document', async () => {
    const [folder, target] = [freshFolder(), freshFolder()];
    const id = randomUUID();
    writeFileSync(join(folder, `${id}.pdf`), classic(pagesObjects(1)));
    await copyWithMarks(folder, id, [record(id, pin)], join(target, 'copy.pdf'));
    expect(readFileSync(join(target, 'copy.pdf')).equals(classic(pagesObjects(1)))).toBe(true);
  });

  test('is never written over the document itself, whatever way leads there', async () => {
    const [folder, target] = [freshFolder(), freshFolder()];
    const id = randomUUID();
    const file = join(folder, `${id}.pdf`);
    writeFileSync(file, classic(pagesObjects(3)));
    const { size } = statSync(file);
    await symlink(folder, join(target, 'link'));
    for (const to of [file, join(target, 'link', `${id}.pdf`)]) {
      await expect(copyWithMarks(folder, id, [record(id, note)], to)).rejects.toMatchObject({ kind: 'disk' });
    }
    expect(statSync(file).size).toBe(size);
  });

  test('that can’t be written, or is given up, leaves nothing behind', async () => {
    const [folder, target] = [freshFolder(), freshFolder()];
    const id = randomUUID();
    writeFileSync(join(folder, `${id}.pdf`), classic(pagesObjects(3)));
    const marks = [record(id, note)];
    await expect(copyWithMarks(folder, id, marks, join(target, 'none', 'copy.pdf'))).rejects.toMatchObject({
      kind: 'disk',
      condition: 'gone',
    });
    const signal = AbortSignal.abort();
    await expect(copyWithMarks(folder, id, marks, join(target, 'copy.pdf'), signal)).rejects.toMatchObject({
      kind: 'disk',
    });
    await expect(copyWithMarks(folder, randomUUID(), marks, join(target, 'copy.pdf'))).rejects.toMatchObject({
      kind: 'disk',
    });
    expect(await readdir(target)).toEqual([]);
  });
});

describe('bookmarks of charts', () => {
  const ils = (page: number, number: string | null = null) =>
    chartOf(page, {
      airport: fact('EGLL'),
      kind: fact('approach'),
      title: fact('ILS RWY 27L'),
      number: number === null ? null : fact(number),
    });

  test('are found by airport and title where the outline says nothing', () => {
    const [first, second] = [aKit('aa'), aKit('bb')];
    charts.set(first, [chartOf(2), ils(3)]);
    charts.set(second, [chartOf(1), chartOf(2), ils(7), ils(8)]);
    book.add(first, { kind: 'bookmark', page: 3, title: 'Page 3', heading: null });
    expect(book.bookmarks(second)[0]?.page).toBe(7);
  });

  test('of several of one name, only the one with its number is meant', () => {
    const [first, second, third] = [aKit('aa'), aKit('bb'), aKit('cc')];
    const other = chartOf(6, { airport: fact('EGLL'), title: fact('VOR RWY 27L') });
    charts.set(first, [ils(3, '21-2')]);
    charts.set(second, [ils(4, '21-1'), other, ils(9, '21-2')]);
    charts.set(third, [ils(4, '21-3'), other, ils(9, '21-4')]);
    book.add(first, { kind: 'bookmark', page: 3, title: 'Page 3', heading: null });
    expect(book.bookmarks(second)[0]?.page).toBe(9);
    expect(book.bookmarks(third)[0]?.page).toBeNull();
  });

  test('are found by a heading that is a chart’s name, when the kit they were made in is gone', () => {
    const [first, second] = [aKit('aa'), aKit('bb')];
    book.add(first, { ...bookmark, heading: 'EGLL › ILS RWY 27L' });
    charts.set(second, [ils(7)]);
    expect(book.bookmarks(second)[0]?.page).toBe(7);
  });
});
