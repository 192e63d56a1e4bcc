import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Alignment,
  alignmentOf,
  onNewPage,
  type Sheet,
} from '../../renderer/comparison/pair/alignment.ts';

const A4 = { width: 794, height: 1123 };
const LETTER = { width: 816, height: 1056 };
const drawn = { x: 0.1, y: 0.05, width: 0.8, height: 0.85 };
const old: Sheet = { size: A4, drawn };

/** The same drawing, grown and moved, on paper of another size. */
function laid(size: Sheet['size'], alignment: Alignment): Sheet {
  return { size, drawn: onNewPage(drawn, alignment, A4, size) };
}

test('what is drawn is laid on what is drawn, on any paper, at any scale and place', () => {
  const size = fc.record({
    width: fc.integer({ min: 300, max: 2000 }),
    height: fc.integer({ min: 300, max: 2000 }),
  });
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(size, number(0.4, 2.5), number(-200, 200), number(-200, 200), (paper, scale, x, y) => {
      const now = laid(paper, { scale, x, y });
      const found = alignmentOf(old, now);
      const box = onNewPage(drawn, found, A4, paper);
      // A page of the same size that moved by less than a picture tells stays, and a scale that is nearly the papers' is theirs:
      // the drawing's own size may be off by less than one in a hundred.
      const near = found === null ? 10 : 0.02;
      const width = now.drawn.width * paper.width;
      const height = now.drawn.height * paper.height;
      for (const side of ['x', 'width'] as const)
        expect(Math.abs(box[side] - now.drawn[side]) * paper.width).toBeLessThan(near + 0.01 * width);
      for (const side of ['y', 'height'] as const)
        expect(Math.abs(box[side] - now.drawn[side]) * paper.height).toBeLessThan(near + 0.01 * height);
    }),
  );
});

test('pages that lie on each other stay, and so do those on which more or less is drawn', () => {
  expect(alignmentOf(old, old)).toBeNull();
  expect(alignmentOf(old, { size: A4, drawn: { ...drawn, height: 0.88 } })).toBeNull();
  expect(alignmentOf(old, { size: LETTER, drawn: { ...drawn, width: 0.6 } })).toBeNull();
  expect(alignmentOf(old, { size: A4, drawn: { ...drawn, width: 0.2, height: 0.2125 } })).toBeNull();
  expect(alignmentOf(old, { size: A4, drawn: { ...drawn, width: 0 } })).toBeNull();
});

test('paper that is cut otherwise moves the page, and keeps its scale', () => {
  const found = alignmentOf(old, laid(LETTER, { scale: 1, x: 11, y: -33.5 }));
  expect(found?.scale).toBeCloseTo(1, 5);
  expect(found?.x).toBeCloseTo(11, 5);
  expect(found?.y).toBeCloseTo(-33.5, 5);
});
