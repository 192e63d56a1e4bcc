import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRange } from '../../main/documents/byte-range.ts';

test.each([
  ['bytes=0-0', 10, { first: 0, last: 0 }],
  ['bytes=0-', 10, { first: 0, last: 9 }],
  ['Bytes=3-5', 10, { first: 3, last: 5 }],
  ['bytes= 3-5 ', 10, { first: 3, last: 5 }],
  ['bytes=3-500', 10, { first: 3, last: 9 }],
  ['bytes=-4', 10, { first: 6, last: 9 }],
  ['bytes=-40', 10, { first: 0, last: 9 }],
  ['bytes=9-9', 10, { first: 9, last: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=10-20', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  ['bytes=99999999999999999999-', 10, 'unsatisfiable'],
  ['bytes=5-3', 10, 'whole'],
  ['bytes=-', 10, 'whole'],
  ['bytes=0-1,3-4', 10, 'whole'],
  ['bytes=a-b', 10, 'whole'],
  ['bytes=0x1-2', 10, 'whole'],
  ['lines=0-1', 10, 'whole'],
  ['bytes', 10, 'whole'],
  ['', 10, 'whole'],
  [null, 10, 'whole'],
])('%s of %i bytes', (header, length, expected) => {
  expect(parseRange(header, length)).toEqual(expected);
});

test('a range stays within the document, whatever is asked (property)', () => {
  const number = fc.oneof(fc.nat(30), fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.constant(''));
  fc.assert(
    fc.property(number, number, fc.nat(20), (from, to, length) => {
      const range = parseRange(`bytes=${from}-${to}`, length);
      if (typeof range === 'string') return;
      expect(range.first).toBeGreaterThanOrEqual(0);
      expect(range.last).toBeGreaterThanOrEqual(range.first);
      expect(range.last).toBeLessThan(length);
      if (from !== '') expect(range.first).toBe(Number(from));
    }),
  );
  fc.assert(
    fc.property(fc.string(), fc.nat(20), (header, length) => {
      const range = parseRange(header, length);
      expect(typeof range === 'string' || range.last < length).toBe(true);
    }),
  );
});
