import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatBytes,
  formatPercent,
  formatRange,
  formatSpan,
  formatUtc,
  fraction,
} from '../../renderer/design/format.ts';

test('bytes', () => {
  expect(
    [0, 999, 1000, 1500, 14_560_000, 99_960_000, 260_000_000, 999_600_000, 5e12].map(formatBytes),
  ).toEqual(['0 B', '999 B', '1 kB', '1.5 kB', '14.6 MB', '100 MB', '260 MB', '1 GB', '5 TB']);
});

test('bytes never take more than four digits and a sign', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e14 }), (bytes) => {
      expect(formatBytes(bytes)).toMatch(/^\d{1,3}(\.\d)? (B|kB|MB|GB|TB)$/);
    }),
  );
});

test('times are UTC, whatever the machine says', () => {
  expect(formatUtc('2026-11-21T08:05:09.000Z')).toBe('21 Nov 2026 08:05Z');
  expect(formatUtc('2026-11-21T23:30:00-05:00', { seconds: true })).toBe('22 Nov 2026 04:30:00Z');
  expect(formatUtc('soon')).toBe('soon');
});

test('spans', () => {
  expect([-5, 900, 18_400, 125_000, 3_840_000, 266_400_000].map(formatSpan)).toEqual([
    '0 s',
    '0 s',
    '18 s',
    '2 min 05 s',
    '1 h 04 min',
    '3 d 2 h',
  ]);
  expect(formatRange({ from: 20_000, to: 30_000 })).toBe('20–30 s');
  expect(formatRange({ from: 20_100, to: 20_400 })).toBe('20 s');
});

test('a percentage says 100 only when all is there', () => {
  expect(formatPercent(0.999)).toBe('99 %');
  expect(formatPercent(1)).toBe('100 %');
  expect(fraction({ received: 5, total: null })).toBeNull();
  expect(fraction({ received: 15, total: 10 })).toBe(1);
});
