import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageOfHeading } from '../../main/marks/kit-annotations.ts';
import {
  MAX_MARKS_OF_KIT,
  type MarkRecord,
  MarkStore,
  type StoredMark,
} from '../../main/marks/mark-store.ts';
import type { SqliteConnection } from '../../main/store/sqlite-connection.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import type { MarkDraft } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';

const kit = randomUUID();
const other = randomUUID();
const note: MarkDraft = { kind: 'note', page: 2, x: 0.5, y: 0.25, text: 'Überblick “27L” ☂' };
const bookmark: MarkDraft = { kind: 'bookmark', page: 3, title: 'ILS', heading: 'EGLL › ILS' };

let file: string;
let connection: SqliteConnection;
let store: MarkStore;

function reopen(): void {
  connection?.close();
  const database = openUserDatabase(file, { busy_timeout_ms: 50 });
  connection = database.connection;
  store = new MarkStore(connection, database.events);
}
beforeEach(() => {
  file = join(freshFolder(), 'user.sqlite');
  reopen();
});
afterEach(() => connection.close());

function mark(draft: MarkDraft, more: Partial<MarkRecord> = {}): StoredMark {
  const id = more.id ?? randomUUID();
  return {
    id,
    origin_id: id,
    carried_from: null,
    kit_id: kit,
    document_sha256: 'ab12',
    by: 'pilot',
    created_at: 1000,
    changed_at: 1000,
    draft,
    ...more,
  };
}

describe('marks', () => {
  test('are there again after a restart, every kind as it was put in', () => {
    const drafts: MarkDraft[] = [
      note,
      bookmark,
      { kind: 'pin', page: 1 },
      { kind: 'pin', page: 1, part: 1 },
      {
        kind: 'highlight',
        page: 2,
        colour: 'green',
        areas: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }],
        text: 'a',
        note: '',
      },
      { kind: 'ink', page: 2, colour: 'red', width: 0.004, strokes: [[0.1, 0.2, 0.3, 0.4]] },
    ];
    const marks = drafts.map((draft, n) => mark(draft, { created_at: n }));
    for (const one of marks) store.add(one);
    reopen();
    expect(store.ofKit(kit)).toEqual(marks);
    expect(store.ofKit(other)).toEqual([]);
    expect(store.bookmarks()).toEqual([marks[1]]);
  });

  test('change what was drawn and nothing else', () => {
    const one = mark(note);
    store.add(one);
    expect(store.change({ id: one.id, draft: { ...note, text: 'new' }, changed_at: 2000 })).toBe(true);
    expect(store.get(one.id)).toEqual({ ...one, draft: { ...note, text: 'new' }, changed_at: 2000 });
    expect(store.change({ id: one.id, draft: bookmark, changed_at: 3000 })).toBe(false);
    expect(store.change({ id: randomUUID(), draft: note, changed_at: 3000 })).toBe(false);
    expect(store.get(one.id)?.draft).toMatchObject({ kind: 'note', text: 'new' });
  });

  test('pins go with their flight', () => {
    const marks = [mark(note), mark(bookmark), mark({ kind: 'pin', page: 1 }), mark(note, { kit_id: other })];
    for (const one of marks) store.add(one);
    expect(store.kits().sort()).toEqual([kit, other].sort());
    expect(store.pinned()).toEqual([kit]);
    store.removePins([kit]);
    expect(
      store
        .ofKit(kit)
        .map(({ draft }) => draft.kind)
        .sort(),
    ).toEqual(['bookmark', 'note']);
    expect(store.ofKit(other)).toHaveLength(1);
  });

  test('have a limit, which the error names', () => {
    connection.write(() => {
      for (let n = 0; n < MAX_MARKS_OF_KIT; n += 1) store.add(mark({ kind: 'pin', page: n + 1 }));
    });
    expect(() => store.add(mark(note))).toThrow(/has 5000 marks.*Remove some/);
    store.add(mark(note, { kit_id: other }));
    expect(store.ofKit(kit)).toHaveLength(MAX_MARKS_OF_KIT);
  });

  test('of which one can’t be read are all there but that one, which stays where it is', () => {
    const [good, bad] = [mark(note), mark(note)];
    store.add(good);
    store.add(bad);
    connection.db.prepare('UPDATE marks SET draft = ? WHERE id = ?').run('{"kind":"note","page":-1}', bad.id);
    expect(store.ofKit(kit)).toEqual([good]);
    expect(store.get(bad.id)).toBeNull();
    connection.db.prepare('UPDATE marks SET draft = ? WHERE id = ?').run('not JSON', bad.id);
    expect(store.ofKit(kit)).toEqual([good]);
    expect(connection.db.prepare('SELECT count(*) AS n FROM marks').get()).toMatchObject({ n: 2 });
  });

  test('that can’t be written are refused as the disk’s failure', () => {
    rmSync(file);
    expect(() => store.add(mark(note))).toThrow(expect.objectContaining({ kind: 'disk', condition: 'gone' }));
  });

  test('are on the disk when the call returns', () => {
    const one = mark({ ...note, text: 'durable words' });
    store.add(one);
    const wal = readFileSync(`${file}-wal`).toString('latin1');
    expect(wal).toContain('durable words');
  });
});

describe('a heading in another document', () => {
  const line = (title: string, level: number, page: number | null) => ({ title, level, page });
  const outline = [
    line('EGLL', 0, 3),
    line('Ground', 1, 4),
    line('ILS 27L', 1, 6),
    line('KJFK', 0, 9),
    line('Ground', 1, 10),
    line('Approaches', 1, 11),
    line('ILS  22L', 2, 12),
  ];

  test.each([
    ['EGLL › ILS 27L', 6],
    ['KJFK › Ground', 10],
    ['EGLL', 3],
    ['egll ›  ils 27l', 6],
    // The section between is new, or gone: the same words in the same chapter.
    ['KJFK › ILS 22L', 12],
    ['KJFK › Charts › ILS 22L', 12],
    // The same words in another chapter are another airport's.
    ['LFPG › Ground', null],
    ['Ground', null],
    ['EGLL › ILS 09R', null],
    ['', null],
  ])('%s is on page %s', (heading, page) => {
    expect(pageOfHeading(outline, heading)).toBe(page);
  });

  test('several that could be meant are none', () => {
    const twice = [
      line('EGLL', 0, 1),
      line('A', 1, 2),
      line('ILS', 2, 3),
      line('B', 1, 4),
      line('ILS', 2, 5),
    ];
    expect(pageOfHeading(twice, 'EGLL › ILS')).toBeNull();
    expect(pageOfHeading(twice, 'EGLL › B › ILS')).toBe(5);
    expect(pageOfHeading([line('EGLL', 0, null)], 'EGLL')).toBeNull();
  });
});
