import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CARDS,
  heightOf,
  type LineHeights,
  lineAt,
  linesIn,
  scrolledTo,
  TABLE,
  topOf,
} from '../../../renderer/kits/library/use-list-window.ts';
import { type LibraryRow, LibraryView } from '../../../renderer/kits/list/library-index.ts';

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
function edges(view: LibraryView, px: LineHeights): number[] {
  let top = 0;
  return view.rows.map((row) => {
    const edge = top;
    top += 'group' in row ? px.head : px.row;
    return edge;
  });
}

/** Both layouts. */
const heights = fc.constantFrom(CARDS, TABLE);
const groups = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 12 });

test('lines stand one below the other, heads lower than rows', () => {
  fc.assert(
    fc.property(groups, heights, (counts, px) => {
      const view = viewOf(counts);
      expect(view.rows.map((_, line) => topOf(view, line, px))).toEqual(edges(view, px));
      expect(heightOf(view, px)).toBe((edges(view, px).at(-1) ?? 0) + px.row);
    }),
  );
});

test('the line at a place is the one that covers it; beyond the ends the first or the last', () => {
  fc.assert(
    fc.property(groups, heights, fc.integer({ min: -100, max: 8000 }), (counts, px, y) => {
      const view = viewOf(counts);
      const found = edges(view, px).findLastIndex((edge) => edge <= y);
      expect(lineAt(view, y, px)).toBe(Math.max(0, found));
    }),
  );
});

test('every line of which a pixel is seen is drawn, and so many beyond', () => {
  fc.assert(
    fc.property(
      groups,
      heights,
      fc.integer({ min: 0, max: 6000 }),
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 0, max: 9 }),
      (counts, px, top, height, beyond) => {
        const view = viewOf(counts);
        fc.pre(top < heightOf(view, px));
        const seen = edges(view, px).flatMap((edge, line) =>
          edge < top + height && topOf(view, line + 1, px) > top ? [line] : [],
        );
        expect(linesIn(view, top, height, beyond, px)).toEqual({
          first: Math.max(0, (seen[0] ?? 0) - beyond),
          last: Math.min(view.rows.length - 1, (seen.at(-1) ?? 0) + beyond),
          edge: seen[0],
        });
      },
    ),
  );
});

test('nothing is drawn of an empty list', () => {
  const { first, last } = linesIn(new LibraryView([], [], 0), 0, 500, 6, CARDS);
  expect(last).toBeLessThan(first);
});

test('a row that is brought into view stands below the head that stays, and moves nothing where it is seen', () => {
  fc.assert(
    fc.property(
      groups,
      heights,
      fc.nat(5000),
      fc.integer({ min: 300, max: 900 }),
      fc.nat(60),
      (counts, px, top, height, at) => {
        const view = viewOf(counts);
        const line = at % view.rows.length;
        fc.pre(!view.heads.includes(line));
        const to = scrolledTo(view, line, top, height, px);
        const edge = topOf(view, line, px) - to;
        expect(edge).toBeGreaterThanOrEqual(px.stays);
        expect(edge + px.row).toBeLessThanOrEqual(height);
        expect(scrolledTo(view, line, to, height, px)).toBe(to);
      },
    ),
  );
});
