import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { ListedMark } from '../../main/marks/kit-annotations.ts';
import type { MarkRecord } from '../../main/marks/mark-store.ts';
import { marksCalls } from '../../main/marks/open.ts';
import type { MarkDraft } from '../../preload/contract.ts';
import { bookmarkPlace, calls, markDraft, mark as markSchema } from '../../preload/contract.ts';
import { dialogsOf, memoryFlags } from '../start/ipc-fixtures.ts';

type Parts = Parameters<typeof marksCalls>[0];
const kit = randomUUID();
const note: MarkDraft = { kind: 'note', page: 2, x: 0.5, y: 0.25, text: 'words' };

function listed(draft: MarkDraft, outdated = false): ListedMark {
  const at = Date.parse('2026-11-21T10:00:00Z');
  const id = randomUUID();
  return {
    id,
    kit_id: kit,
    document_sha256: 'ab',
    by: 'pilot',
    created_at: at,
    changed_at: at + 1000,
    draft,
    outdated,
    carried_from: null,
  };
}

/** A note of a chart, which the fake store of such notes has given an id. */
function ofChart(draft: MarkDraft): ListedMark {
  return { ...listed(draft), lasting: { airport: 'EGLL', chart: '11-1', waits: null } };
}
function noteOf(mark: ListedMark | undefined): ReturnType<Parts['lasting']['get']> {
  const chart = { publisher: null, airport: 'EGLL', kind: 'approach', number: '11-1', title: null };
  const words = { airport: 'EGLL', chart, contents: [], x: 0, y: 0, text: '', who: '' };
  return mark ? { id: mark.id, kit_id: kit, ...words, created_at: 1, changed_at: 1 } : null;
}

let marks: ListedMark[];
let lasting: ListedMark[];
let removed: string[];
let copied: { marks: readonly MarkRecord[]; to: string }[];
let suggested: string[];
let answer: string | null;
let noted: string[];
let told: string[];
let parts: Parts;

beforeEach(() => {
  marks = [listed(note), listed(note, true)];
  lasting = [];
  removed = [];
  copied = [];
  suggested = [];
  noted = [];
  told = [];
  answer = join('/somewhere', 'mine.pdf');
  parts = {
    notes: { note: (kind) => void noted.push(kind) },
    flags: memoryFlags(),
    engine: {
      get: () =>
        ({
          id: kit,
          tripkit_id: 'TK-1',
          trip: { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117', departure: '2026-11-21T10:00:00Z' },
        }) as ReturnType<Parts['engine']['get']>,
    },
    dialogs: dialogsOf({
      saveDocument: async (name) => {
        suggested.push(name);
        return answer;
      },
    }),
    annotations: {
      list: () => marks,
      add: (_kit, draft) => listed(draft),
      change: (_kit, id, draft) => ({ ...listed(draft), id }),
      remove: () => kit,
      bookmarks: () => [{ id: randomUUID(), title: 'ILS', heading: null, page: null }],
    },
    lasting: {
      list: () => lasting,
      get: (id) => noteOf(lasting.find((mark) => mark.id === id)),
      read: async () => {},
      add: async (_kit, draft) => ofChart(draft),
      change: async (_kit, id, draft) => ({ ...ofChart(draft), id }),
      keep: async () => ofChart(note),
      remove: (_kit, id) => void removed.push(id),
    },
    marked: (id) => void told.push(id),
    copyWithMarks: async (_kit, given, to) => void copied.push({ marks: given, to }),
  };
});

test('answers are what the contract says, in UTC, without the document’s hash', async () => {
  const domain = marksCalls(parts);
  const [first, second] = await domain.list(kit);
  expect(first).toEqual({
    id: marks[0]?.id,
    kit_id: kit,
    created_at: '2026-11-21T10:00:00.000Z',
    changed_at: '2026-11-21T10:00:01.000Z',
    by: 'pilot',
    draft: note,
    outdated: false,
    carried_from: null,
  });
  expect(second).toMatchObject({ outdated: true });
  expect(calls.marks.list.result.safeParse([first, second]).success).toBe(true);
  expect(markSchema.safeParse(await domain.add(kit, note)).success).toBe(true);
  expect(markSchema.safeParse(await domain.change(kit, marks[0]?.id ?? '', note)).success).toBe(true);
  await domain.remove(kit, randomUUID());
  for (const place of await domain.bookmarks(kit)) expect(bookmarkPlace.safeParse(place).success).toBe(true);
});

test('a copy is asked for under a name that tells, with the marks of this document only', async () => {
  const domain = marksCalls(parts);
  expect(await domain.saveCopy(kit)).toBe('mine.pdf');
  expect(suggested).toEqual(['BAW117 EGLL-KJFK 2026-11-21 with marks.pdf']);
  expect(copied).toEqual([{ marks: [marks[0]], to: join('/somewhere', 'mine.pdf') }]);
  answer = null;
  expect(await domain.saveCopy(kit)).toBeNull();
  expect(copied).toHaveLength(1);
  expect(noted).toEqual(['saved']);
});

test('a note of a chart is listed and copied with the marks, and can come to belong to the flight and back', async () => {
  const draft: MarkDraft = { ...note, belongs: 'chart' };
  const one = ofChart(draft);
  const waiting = { ...ofChart(draft), outdated: true };
  lasting = [one, waiting];
  const domain = marksCalls(parts);
  const found = await domain.list(kit);
  expect(calls.marks.list.result.safeParse(found).success).toBe(true);
  expect(found.map(({ id }) => id)).toEqual([...marks, one, waiting].map(({ id }) => id));
  await domain.saveCopy(kit);
  expect(copied).toMatchObject([{ marks: [marks[0], one] }]);
  expect(await domain.change(kit, one.id, draft)).toMatchObject({ id: one.id });
  expect(removed).toEqual([]);
  // It has another id from then on.
  expect((await domain.change(kit, one.id, note)).id).not.toBe(one.id);
  expect(removed).toEqual([one.id]);
  const gone: string[] = [];
  parts.annotations.remove = (_kit, id) => {
    gone.push(id);
    return kit;
  };
  expect((await domain.change(kit, marks[0]?.id ?? '', draft)).lasting).toMatchObject({ airport: 'EGLL' });
  expect(gone).toEqual([marks[0]?.id]);
  expect(calls.marks.keepNote.result.safeParse(await domain.keepNote(kit, one.id)).success).toBe(true);
  await domain.remove(kit, waiting.id);
  expect(removed).toEqual([one.id, waiting.id]);
});

test('a copy that fails fails as it was told', async () => {
  parts.copyWithMarks = async () => {
    throw new TripKitError('document', 'This document is encrypted.');
  };
  await expect(Promise.resolve(marksCalls(parts).saveCopy(kit))).rejects.toMatchObject({ kind: 'document' });
});

test('drafts outside the contract do not pass', () => {
  const highlight = { kind: 'highlight', page: 1, colour: 'yellow', text: '', note: '' };
  const stroke = { kind: 'ink', page: 1, colour: 'red', width: 0.004 };
  for (const bad of [
    { ...note, page: 0 },
    { ...note, x: 1.1 },
    { ...note, more: 1 },
    { ...note, belongs: 'flight' },
    { ...highlight, areas: [] },
    { ...highlight, areas: [{ x: 0, y: 0, width: 2, height: 0.1 }] },
    { ...stroke, strokes: [[0.1, 0.1]] },
    { ...stroke, width: 0.9, strokes: [[0, 0, 1, 1]] },
    { kind: 'bookmark', page: 1, title: '', heading: null },
    { kind: 'stamp', page: 1 },
  ]) {
    expect(markDraft.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
  }
});

test('whatever changes marks is told to the other windows, by the kit that the mark is of', async () => {
  const domain = marksCalls(parts);
  const mark = await domain.add(kit, note);
  await domain.change(kit, mark.id, note);
  await domain.remove(randomUUID(), mark.id);
  expect(told).toEqual([kit, kit, kit]);
  parts.annotations.remove = () => null;
  await domain.remove(kit, mark.id);
  await domain.list(kit);
  expect(told).toHaveLength(3);
});
