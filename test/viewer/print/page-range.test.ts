import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePageRange } from '../../../renderer/viewer/print/page-range.ts';

test.each([
  ['1-3, 8', [1, 2, 3, 8]],
  ['8,1-3', [8, 1, 2, 3]],
  [' 2 ', [2]],
  ['9-', [9, 10]],
  ['-2', [1, 2]],
  ['3-1', [3, 2, 1]],
  ['1 - 3; 5', [1, 2, 3, 5]],
  ['1–2', [1, 2]],
  ['1,1,2-3,3', [1, 2, 3]],
  ['4 6 8', [4, 6, 8]],
])('the range %s', (text, pages) => {
  expect(parsePageRange(text, 10)).toEqual({ ok: true, pages });
});

test.each(['', ' , ', '0', '11', '1-11', 'a', '1-2-3', '-', '1.5', '99999999'])(
  'the range "%s" is refused with a sentence',
  (text) => {
    const parsed = parsePageRange(text, 10);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.problem).toMatch(/\.$/);
  },
);

test('nothing that is typed throws, or leaves the document', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 500 }), (text, count) => {
      const parsed = parsePageRange(text, count);
      if (parsed.ok) expect(parsed.pages.every((page) => page >= 1 && page <= count)).toBe(true);
    }),
  );
});
