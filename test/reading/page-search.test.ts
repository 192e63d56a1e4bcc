import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  closeness,
  holdsAll,
  pageQueries,
  searchWords,
  snippetOf,
  tokensOf,
} from '../../main/reading/snippet.ts';
import { anyLetter } from '../any-letter.ts';
import { freshFolder } from '../fresh-folder.ts';
import { byId, fact, openStores, searchable, takeIn } from './stores.ts';

const book = [
  { title: 'Cover', text: 'Trip kit KLM1 EHAM EGLL' },
  { title: 'EGLL Heathrow', text: 'EGLL HEATHROW\nAIRPORT BRIEFING' },
  { title: 'ILS 27L', level: 1, text: 'CAT I\nDA 277' },
  { title: 'VOR 09R', level: 1, text: 'VOR 09R, if ILS 27L is out' },
  { text: 'Continued: ILS in one line\nand far below, after much else, the 27L' },
  { title: 'Zürich', text: 'LSZH ÜBERSICHT' },
];

function library(kits = [searchable(1)]) {
  const stores = openStores(join(freshFolder(), 'reading.sqlite'));
  for (const kit of kits) takeIn(stores.prepared, kit, book);
  const find = (query: string, limit = 50) => stores.search.find(query, limit, byId(...kits));
  return { ...stores, find, pages: (query: string) => find(query).map(({ page }) => page) };
}

test('a chart is found by airport, approach and runway, though no word of them is in its text', () => {
  const { find } = library();
  expect(find('EGLL ILS 27L')[0]).toMatchObject({ page: 3, heading: 'EGLL Heathrow › ILS 27L' });
});

test('a chart is found by its own airport, kind, title and number before texts, where the outline has no words', () => {
  const { prepared, search } = openStores(join(freshFolder(), 'reading.sqlite'));
  const kit = searchable(1, { words: '' });
  const chart = {
    ...{ airport: fact('EGLL'), kind: fact('approach' as const) },
    ...{ title: fact('ILS or LOC RWY 27L'), number: fact('AL-5') },
  };
  takeIn(prepared, kit, [
    { text: 'NOTAM: EGLL ILS 27L out of service, the approach by AL-5 is not authorised' },
    { title: 'Charts', text: 'Contents' },
    { text: 'DA 277', chart },
  ]);
  const find = (query: string) => search.find(query, 10, byId(kit));
  const name = 'EGLL › ILS or LOC RWY 27L';
  for (const query of ['EGLL ILS 27L', 'egll approach 27l', 'AL-5 EGLL'])
    expect(find(query)).toMatchObject([{ page: 3, heading: name }, { page: 1 }]);
});

test('the pages of the named kit come first, however many others match as well', () => {
  const kits = [1, 2, 3].map((n) => searchable(n, { order: n, superseded: n === 2 }));
  const { search } = library(kits);
  const find = (first: string | null, limit: number) =>
    search.find('ils', limit, byId(...kits), first).map(({ kit_id }) => Number(kit_id.slice(-3)));
  expect(find(null, 9)).toEqual([1, 3, 1, 1, 3, 3, 2, 2, 2]);
  expect(find(searchable(2).id, 9).slice(0, 3)).toEqual([2, 2, 2]);
  expect(find(searchable(2).id, 2)).toEqual([2, 2]);
  expect(find(searchable(9).id, 2)).toEqual([1, 3]);
});

test('headings come before texts, and texts with the words close together before others', () => {
  expect(library().pages('ils 27l')).toEqual([3, 4, 5]);
});

test('case and accents do not matter, and the last word may be a beginning', () => {
  const { pages } = library();
  expect(pages('zurich')).toEqual([6]);
  expect(pages('ZÜRI')).toEqual([6]);
  expect(pages('ubersicht')).toEqual([6]);
  expect(pages('heath')).toEqual([2, 3, 4, 5]);
  expect(pages('heath airport')).toEqual([]);
});

test('a kit is found by its flight: its first page, not all of them', () => {
  const { find } = library([searchable(1), searchable(22)]);
  expect(find('klm22').map(({ kit_id, page }) => [kit_id, page])).toEqual([[searchable(22).id, 1]]);
  expect(find('TK-22')).toHaveLength(1);
});

test('a kit whose text is not taken in is found by its flight all the same', () => {
  const { search } = library();
  const late = searchable(3);
  expect(search.find('klm3', 5, byId(late))).toEqual([
    { kit_id: late.id, page: 1, heading: null, snippet: [] },
  ]);
});

test('equal pages come in the order of their kits, those of superseded kits last', () => {
  const kits = [
    searchable(1, { order: 2 }),
    searchable(2, { order: 0, superseded: true }),
    searchable(3, { order: 1 }),
  ];
  const { find } = library(kits);
  const order = find('EGLL ILS 27L').map(({ kit_id }) => Number(kit_id.slice(-3)));
  expect([...new Set(order)]).toEqual([3, 1, 2]);
});

test('kits that are not ready, or have another document by now, are not found', () => {
  const { search } = library();
  expect(search.find('ils', 10, new Map())).toEqual([]);
  expect(search.find('ils', 10, byId(searchable(1, { sha256: 'ee'.repeat(32), words: '' })))).toEqual([]);
});

test('no words, no pages', () => {
  const { find } = library();
  for (const nothing of ['', ' ', '"', '* - ()', "';--"]) expect(find(nothing)).toEqual([]);
});

test('a single letter does not hide what the words before it found', () => {
  const { pages } = library();
  expect(pages('ils 2')).toEqual(pages('ils'));
});

test('the limit holds', () => {
  const { find } = library([1, 2, 3, 4].map((n) => searchable(n)));
  expect(find('ils', 3)).toHaveLength(3);
});

const nasty = fc.oneof(
  fc.string({ unit: anyLetter, maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        '""',
        "'",
        '*',
        '^',
        'AND',
        'OR',
        'NOT',
        'NEAR(',
        ')',
        '(',
        '{text}',
        ':',
        '-',
        '+',
        ',',
        'ils',
        '27L',
        '\0',
        '\\',
        ';',
        '%',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(' ')),
);

test('whatever is typed is looked for and never read as syntax', () => {
  const { find } = library();
  fc.assert(
    fc.property(nasty, (query) => {
      for (const { page, snippet } of find(query)) {
        expect(page).toBeGreaterThan(0);
        expect(snippet.every((part) => part.text.length > 0)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('the words of a query find the text that they are from', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{2,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      expect(holdsAll(words.join(' '), searchWords(words.join(' ')))).toBe(true);
      expect(pageQueries(searchWords(words.join(' ')))).not.toBeNull();
    }),
  );
});

test('a snippet is of the page, in its order, with its hits marked, and not long', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 600 });
  fc.assert(
    fc.property(text, fc.string({ unit: 'grapheme', maxLength: 12 }), (page, query) => {
      const words = searchWords(query);
      const parts = snippetOf(page, words);
      const flat = page.replace(/\s+/g, ' ');
      const shown = parts
        .map((part) => part.text)
        .join('')
        .replace(/^… /, '')
        .replace(/ …$/, '');
      if (!page.includes('…')) expect(flat).toContain(shown.trim());
      expect(shown.length).toBeLessThanOrEqual(145);
      expect(closeness(page, words)).toBeGreaterThanOrEqual(0);
      for (const part of parts.filter(({ hit }) => hit))
        expect([...tokensOf(part.text)].length).toBeGreaterThan(0);
    }),
  );
});

test('the line with the most of the words is shown', () => {
  const page = `${'ILS somewhere\n'.repeat(20)}and here EGLL ILS RWY 27L\n${'more text '.repeat(50)}`;
  const parts = snippetOf(page, searchWords('egll 27l ils'));
  expect(parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')).toMatch(
    /^… and here \[EGLL\] \[ILS\] RWY \[27L\]/,
  );
});

test('words of several parts stand beside each other', () => {
  const page = 'ILS or DME apart. Then ILS/DME 27L';
  expect(snippetOf(page, searchWords('ILS/DME')).filter(({ hit }) => hit)).toEqual([
    { text: 'ILS/DME', hit: true },
  ]);
});
