import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutlineEntry } from '../../preload/contract.ts';
import { headingOf, type ShownMark } from '../../renderer/marks/mark-order.ts';
import { listMarks } from '../../renderer/marks/marks-list.ts';
import { hitBy, pageArea, pagePoint, seenMiddle } from '../../renderer/marks/page-point.ts';
import { mergeLines } from '../../renderer/marks/selection.ts';
import { passes, pathOf, tidyStroke } from '../../renderer/marks/stroke.ts';
import { marksWords } from '../../renderer/marks/words.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const area = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

describe('places on a turned page', () => {
  const frame = { left: 100, top: 50, width: 200, height: 400 };

  test.each([
    [0, 0, 0],
    [90, 0, 1],
    [180, 1, 1],
    [270, 1, 0],
  ] as const)('turned by %i, the window’s top left is the page’s %i, %i', (turn, x, y) => {
    expect(pagePoint(frame, turn, 100, 50)).toEqual({ x, y });
  });

  test('a page turned by a quarter has its top on the right', () => {
    expect(pagePoint(frame, 90, 300, 50)).toEqual({ x: 0, y: 0 });
    expect(pagePoint(frame, 90, 300, 450)).toEqual({ x: 1, y: 0 });
  });

  test('the middle of what is seen of a page is on the page and in the window', () => {
    expect(seenMiddle(frame, 0, { left: 0, top: 0, width: 1000, height: 150 })).toEqual({ x: 0.5, y: 0.125 });
    expect(seenMiddle(frame, 90, { left: 200, top: 0, width: 1000, height: 1000 })).toEqual({
      x: 0.5,
      y: 0.25,
    });
    expect(seenMiddle(frame, 0, { left: 300, top: 0, width: 100, height: 100 })).toBeNull();
  });

  test('what is beside the page is cut off, and nothing is left of what is beside it altogether', () => {
    expect(pageArea(frame, 0, { left: 0, top: 50, width: 200, height: 40 })).toEqual(area(0, 0, 0.5, 0.1));
    expect(pageArea(frame, 0, { left: 0, top: 50, width: 90, height: 40 })).toBeNull();
    expect(pageArea(frame, 0, { left: 150, top: 60, width: 0, height: 40 })).toBeNull();
  });
});

describe('areas of selected text', () => {
  test('pieces of a line become one, lines and columns stay apart', () => {
    const lines = mergeLines([
      area(0.1, 0.1, 0.1, 0.02),
      area(0.21, 0.102, 0.1, 0.02),
      area(0.1, 0.13, 0.3, 0.02),
      area(0.6, 0.13, 0.1, 0.02),
    ]);
    expect(lines).toHaveLength(3);
    expect(lines[0]?.width).toBeCloseTo(0.21);
    expect(lines[0]?.height).toBeCloseTo(0.022);
  });

  test('nothing selected is left out', () => {
    const piece = fc.record({
      x: share,
      y: share,
      width: share,
      height: fc.double({ min: 0.01, max: 0.1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const lines = mergeLines(pieces);
        for (const { x, y, width, height } of pieces) {
          const covered = lines.some(
            (line) =>
              line.x <= x + 1e-9 &&
              line.y <= y + 1e-9 &&
              line.x + line.width >= x + width - 1e-9 &&
              line.y + line.height >= y + height - 1e-9,
          );
          expect(covered).toBe(true);
        }
        expect(lines.length).toBeLessThanOrEqual(pieces.length);
      }),
    );
  });
});

describe('lines drawn by hand', () => {
  test('keep their ends and their corners, and lose what nobody sees', () => {
    const points: number[] = [];
    for (let n = 0; n <= 100; n += 1) points.push(n / 200, 0.2);
    for (let n = 1; n <= 100; n += 1) points.push(0.5, 0.2 + n / 200);
    const tidy = tidyStroke(points, 1.4);
    expect(tidy.slice(0, 2)).toEqual([0, 0.2]);
    expect(tidy.slice(-2)).toEqual([0.5, 0.7]);
    expect(tidy.length).toBeLessThan(16);
    expect(passes(tidy, 0.5, 0.2, 0.005, 1.4)).toBe(true);
  });

  test('are always lines that the contract takes', () => {
    fc.assert(
      fc.property(fc.array(share, { minLength: 2, maxLength: 400 }), (numbers) => {
        const points = numbers.slice(0, numbers.length - (numbers.length % 2));
        const tidy = tidyStroke(points, 1.4);
        expect(tidy.length).toBeGreaterThanOrEqual(4);
        expect(tidy.length % 2).toBe(0);
        expect(tidy.length).toBeLessThanOrEqual(Math.max(4, points.length));
        expect(tidy.every((value) => value >= 0 && value <= 1)).toBe(true);
      }),
    );
  });

  test('a dot is a line of no length', () => {
    expect(tidyStroke([0.3, 0.4], 1)).toEqual([0.3, 0.4, 0.3, 0.4]);
    expect(pathOf([0.3, 0.4, 0.3, 0.4], 100, 200)).toBe('M30 80L30 80');
  });
});

describe('the heading of a page', () => {
  const entry = (title: string, level: number, page: number | null): OutlineEntry => ({
    title,
    level,
    page,
    down: 0,
  });
  const outline = [
    entry('Flight', 0, 1),
    entry('EGLL', 0, 3),
    entry('Ground', 1, 3),
    entry('ILS 27L', 1, 5),
    entry('ILS 27R', 1, 5),
    entry('Nowhere', 1, null),
    entry('KJFK', 0, 9),
  ];

  test.each([
    [1, 'Flight'],
    [2, 'Flight'],
    [3, 'EGLL › Ground'],
    [4, 'EGLL › Ground'],
    [5, 'EGLL › ILS 27L'],
    [8, 'EGLL › ILS 27R'],
    [12, 'KJFK'],
  ])('page %i stands under %s', (page, path) => {
    expect(headingOf(outline, page)?.path).toBe(path);
  });

  test('before the first heading there is none', () => {
    expect(headingOf([entry('Late', 0, 4)], 2)).toBeNull();
    expect(headingOf([], 1)).toBeNull();
  });
});

function mark(
  key: string,
  draft: ShownMark['mark']['draft'],
  more: Partial<ShownMark['mark']> = {},
): ShownMark {
  const at = `2026-11-21T10:00:0${key.length}.000Z`;
  return {
    key,
    mark: {
      id: `id-${key}`,
      kit_id: 'kit',
      created_at: at,
      changed_at: at,
      by: '',
      outdated: false,
      carried_from: null,
      draft,
      ...more,
    },
  };
}

test('a press takes the newest mark under it, a line also from near', () => {
  const marks = [
    mark('a', {
      kind: 'highlight',
      page: 1,
      colour: 'yellow',
      areas: [area(0.1, 0.1, 0.4, 0.1)],
      text: 'x',
      note: '',
    }),
    mark('bb', { kind: 'ink', page: 1, colour: 'red', width: 0.004, strokes: [[0, 0.15, 1, 0.15]] }),
  ];
  expect(hitBy(marks, 0.3, 0.12, 1.4, 0.01)).toBe('a');
  expect(hitBy(marks, 0.3, 0.155, 1.4, 0.01)).toBe('bb');
  expect(hitBy(marks, 0.3, 0.4, 1.4, 0.01)).toBeNull();
});

test('the list is grouped, filtered by any words, and puts apart what is elsewhere or of another document', () => {
  const marks = [
    mark('a', { kind: 'bookmark', page: 2, title: 'ILS 27L', heading: 'EGLL › ILS 27L' }),
    mark('b', {
      kind: 'highlight',
      page: 4,
      colour: 'red',
      areas: [area(0, 0, 1, 1)],
      text: 'DA 450',
      note: 'raised',
    }),
    mark('c', { kind: 'note', page: 5, x: 0, y: 0, text: 'old words' }, { outdated: true }),
  ];
  const places = [
    { id: 'id-a', title: 'ILS 27L', heading: 'EGLL › ILS 27L', page: 2 },
    { id: 'far', title: 'Parking', heading: 'LFPG › Parking', page: null },
    { id: 'near', title: 'ILS 22L', heading: 'KJFK › ILS 22L', page: 9 },
  ];
  const groups = listMarks(marks, places, '');
  expect(groups.map(({ id, rows }) => [id, rows.map(({ key }) => key)])).toEqual([
    ['bookmark', ['a']],
    ['highlight', ['b']],
    ['elsewhere', ['near', 'far']],
    ['outdated', ['c']],
  ]);
  expect(listMarks(marks, places, 'RAISED 450').map(({ id }) => id)).toEqual(['highlight']);
  expect(listMarks(marks, places, 'page 4').map(({ id }) => id)).toEqual(['highlight']);
  expect(listMarks(marks, places, 'kjfk').map(({ id }) => id)).toEqual(['elsewhere']);
  expect(listMarks(marks, places, 'zzz')).toEqual([]);
});

test('marks are listed with the chart that they are on, where that is known of this document and not said already', () => {
  const names = new Map([
    [2, 'EGLL › ILS 27L'],
    [4, 'EGLL › BEDEK 2J'],
    [5, 'KJFK › ILS 22L'],
  ]);
  const marks = [
    mark('a', { kind: 'bookmark', page: 2, title: 'ILS 27L', heading: 'EGLL › ILS 27L' }),
    mark('b', { kind: 'pin', page: 4 }),
    mark('c', { kind: 'pin', page: 7 }),
    mark('d', { kind: 'note', page: 4, x: 0, y: 0, text: 'check' }),
    mark('e', { kind: 'note', page: 5, x: 0, y: 0, text: 'old words' }, { outdated: true }),
  ];
  const listed = (query: string) =>
    listMarks(marks, [], query, (of) => names.get(Number(of)) ?? null).flatMap(({ rows }) =>
      rows.map(({ key, text, chart }) => [key, text, chart]),
    );
  expect(listed('')).toEqual([
    ['a', 'ILS 27L', ''],
    ['b', 'EGLL › BEDEK 2J', ''],
    ['c', 'Page 7', ''],
    ['d', 'check', 'EGLL › BEDEK 2J'],
    ['e', 'old words', ''],
  ]);
  expect(listed('bedek').map(([key]) => key)).toEqual(['b', 'd']);
});

test('notes of charts and airports are listed by airport, those that wait before all others', () => {
  const noteOn = (page: number, text: string) => ({ kind: 'note', page, x: 0, y: 0, text }) as const;
  const of = (airport: string, chart: string | null, waits: 'changed' | 'unsure' | null = null) => ({
    lasting: { airport, chart, waits },
    outdated: waits !== null,
  });
  const marks = [
    mark('a', noteOn(1, 'of the flight')),
    mark('b', noteOn(2, 'slot times'), of('EGLL', null)),
    mark('c', noteOn(3, 'late turn'), of('EGLL', '11-1 ILS 27L')),
    mark('d', noteOn(4, 'slippery'), of('EHAM', '11-2 ILS 06')),
    mark('e', noteOn(4, 'old minimum'), of('EHAM', '11-2 ILS 06', 'changed')),
    mark('f', noteOn(5, 'twice'), of('EHAM', '11-3 VOR 09', 'unsure')),
  ];
  const groups = listMarks(marks, [], '', (page) => `chart of page ${page}`);
  const { panel } = marksWords;
  expect(
    groups.map(({ title, rows }) => [
      title,
      rows.map(({ text, note, chart, keep }) => [text, note, chart, keep]),
    ]),
  ).toEqual([
    [
      panel.waiting,
      [
        ['old minimum', 'Written on 11-2 ILS 06', 'chart of page 4', 'id-e'],
        ['twice', 'Written on 11-3 VOR 09', panel.unsure, null],
      ],
    ],
    ['Notes', [['of the flight', '', 'chart of page 1', null]]],
    [
      'Notes of EGLL, in each kit',
      [
        ['slot times', 'The airport', '', null],
        ['late turn', 'Chart 11-1 ILS 27L', '', null],
      ],
    ],
    ['Notes of EHAM, in each kit', [['slippery', 'Chart 11-2 ILS 06', '', null]]],
  ]);
});
