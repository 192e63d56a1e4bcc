import { expect, test } from 'vitest';
import type { OutlineEntry, PagePart } from '../../../../preload/contract.ts';
import type { PdfDocument } from '../../../../renderer/viewer/document/engine/pdf-engine.ts';
import {
  currentEntry,
  hasChildren,
  parentOf,
  readOutline,
  shownEntries,
  siblings,
} from '../../../../renderer/viewer/document/place/outline.ts';

const entry = (title: string, level: number, page: number | null, down = 0): OutlineEntry => ({
  title,
  level,
  page,
  down,
});
const outline = [
  entry('Cover', 0, 1),
  entry('EGLL', 0, 3),
  entry('Airport chart', 1, 3),
  entry('ILS 27L', 1, 4),
  entry('Missed approach', 2, 4, 0.6),
  entry('On the web', 1, null),
  entry('KJFK', 0, 9),
];

test('the entry that the reader is in', () => {
  expect(currentEntry(outline, 1, null)).toBe(0);
  expect(currentEntry(outline, 2, null)).toBe(0);
  // The innermost of those that begin at the same point.
  expect(currentEntry(outline, 3, null)).toBe(2);
  // The first on the page; a page later the last.
  expect(currentEntry(outline, 4, null)).toBe(3);
  expect(currentEntry(outline, 5, null)).toBe(4);
  expect(currentEntry(outline, 99, null)).toBe(6);
  expect(currentEntry([entry('Late', 0, 5)], 2, null)).toBe(-1);
  expect(currentEntry([], 2, null)).toBe(-1);
});

test('of the charts of a sheet, the entry of the one in view', () => {
  const left: PagePart = [0, 0, 0.5, 1];
  const right: PagePart = [0.5, 0, 0.5, 1];
  const sheet = [
    entry('EGLL', 0, 4),
    { ...entry('10-3', 1, 4), region: left },
    { ...entry('10-3A', 1, 4), region: right },
    { ...entry('11-1', 1, 5), region: null },
  ];
  expect(currentEntry(sheet, 4, left)).toBe(1);
  expect(currentEntry(sheet, 4, right)).toBe(2);
  expect(currentEntry(sheet, 5, null)).toBe(3);
  // After the sheet, before the next entry.
  expect(currentEntry(sheet.slice(0, 3), 5, null)).toBe(2);
});

test('closed entries hide what is below them and nothing else', () => {
  expect(shownEntries(outline, new Set())).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(shownEntries(outline, new Set([3]))).toEqual([0, 1, 2, 3, 5, 6]);
  expect(shownEntries(outline, new Set([1, 3]))).toEqual([0, 1, 6]);
});

test('children, parents, and places among siblings', () => {
  expect([1, 3, 4].map((index) => hasChildren(outline, index))).toEqual([true, true, false]);
  expect([0, 2, 4, 6].map((index) => parentOf(outline, index))).toEqual([-1, 1, 3, -1]);
  expect(siblings(outline)).toEqual([
    { at: 1, of: 3 },
    { at: 2, of: 3 },
    { at: 1, of: 3 },
    { at: 2, of: 3 },
    { at: 1, of: 1 },
    { at: 3, of: 3 },
    { at: 3, of: 3 },
  ]);
});

test('an outline is read with its places; broken ones and links outside stay as words', async () => {
  const document = {
    outline: async () => [
      { title: 'Cover', target: { kind: 'inside', dest: 'p1' }, items: [] },
      {
        title: ' ',
        target: { kind: 'outside', url: 'https://example.com' },
        items: [{ title: 'Broken', target: { kind: 'inside', dest: 'x' }, items: [] }],
      },
    ],
    resolve: async ({ dest }: { dest: unknown }) => {
      if (dest !== 'p1') throw new Error('no such place');
      return { page: 1, down: 7 };
    },
  } as unknown as PdfDocument;
  expect(await readOutline(document)).toEqual([
    { title: 'Cover', level: 0, page: 1, down: 1 },
    { title: '—', level: 0, page: null, down: 0 },
    { title: 'Broken', level: 1, page: null, down: 0 },
  ]);
});
