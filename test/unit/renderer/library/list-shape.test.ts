import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LibraryRow, LibraryView } from '../../../../renderer/kits/list/library-index.ts';
import {
  HEAD_PX,
  heightOf,
  lineAt,
  linesIn,
  ROW_PX,
  scrolledTo,
  topOf,
} from '../../../../renderer/library/list-shape.ts';

/** A view of groups of so many kits each. */
function viewOf(groups: readonly number[]): LibraryView {
  const rows: LibraryRow[] = [];
  const heads: number[] = [];
  for (const count of groups) {
    heads.push(rows.length);
    rows.push({ group: { kind: 'origin', origin: null }, count });
    for (let kit = 0; kit < count; kit += 1) rows.push({ kit: { id: `${rows.length}` } } as LibraryRow);
  }
  return new LibraryView(rows, heads, rows.length - heads.length);
}

/** The upper edge of each line, one after another. */
function edges(view: LibraryView): number[] {
  let top = 0;
  return view.rows.map((row) => {
    const edge = top;
    top += 'group' in row ? HEAD_PX : ROW_PX;
    return edge;
  });
}

const groups = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 12 });

test('lines stand one below the other, heads lower than rows', () => {
  fc.assert(
    fc.property(groups, (counts) => {
      const view = viewOf(counts);
      expect(view.rows.map((_, line) => topOf(view, line))).toEqual(edges(view));
      expect(heightOf(view)).toBe((edges(view).at(-1) ?? 0) + ROW_PX);
    }),
  );
});

test('the line at a place is the one that covers it; beyond the ends the first or the last', () => {
  fc.assert(
    fc.property(groups, fc.integer({ min: -100, max: 8000 }), (counts, y) => {
      const view = viewOf(counts);
      const found = edges(view).findLastIndex((edge) => edge <= y);
      expect(lineAt(view, y)).toBe(Math.max(0, found));
    }),
  );
});

test('every line of which a pixel is seen is drawn, and so many beyond', () => {
  fc.assert(
    fc.property(
      groups,
      fc.integer({ min: 0, max: 6000 }),
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 0, max: 9 }),
      (counts, top, height, beyond) => {
        const view = viewOf(counts);
        fc.pre(top < heightOf(view));
        const seen = edges(view).flatMap((edge, line) =>
          edge < top + height && topOf(view, line + 1) > top ? [line] : [],
        );
        expect(linesIn(view, top, height, beyond)).toEqual({
          first: Math.max(0, (seen[0] ?? 0) - beyond),
          last: Math.min(view.rows.length - 1, (seen.at(-1) ?? 0) + beyond),
          edge: seen[0],
        });
      },
    ),
  );
});

test('nothing is drawn of an empty list', () => {
  const { first, last } = linesIn(new LibraryView([], [], 0), 0, 500, 6);
  expect(last).toBeLessThan(first);
});

test('a row that is brought into view stands below the head that stays, and moves nothing where it is seen', () => {
  fc.assert(
    fc.property(
      groups,
      fc.nat(5000),
      fc.integer({ min: 300, max: 900 }),
      fc.nat(60),
      (counts, top, height, at) => {
        const view = viewOf(counts);
        const line = at % view.rows.length;
        fc.pre(!view.heads.includes(line));
        const to = scrolledTo(view, line, top, height);
        const edge = topOf(view, line) - to;
        expect(edge).toBeGreaterThanOrEqual(HEAD_PX);
        expect(edge + ROW_PX).toBeLessThanOrEqual(height);
        expect(scrolledTo(view, line, to, height)).toBe(to);
      },
    ),
  );
});
