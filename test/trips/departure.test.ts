import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDate, parseTime } from '../../main/trips/rules/departure.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026-1-2', '2026-01-02'],
  ['21nov2026', '2026-11-21'],
  ['21 NOV 26', '2026-11-21'],
  // As Excel saves dates in a CSV file, and in East Asia.
  ['21-Nov-26', '2026-11-21'],
  ['21-Nov', '2026-11-21'],
  ['2026/11/21', '2026-11-21'],
  ['2026/11-21', null],
  ['21-Nov-', null],
  ['22NOV', '2026-11-22'],
  ['20NOV', '2026-11-20'],
  ['2JAN', '2027-01-02'],
  // In none of the years around now.
  ['29FEB', null],
  ['31FEB2026', null],
  ['21 November 2026', '2026-11-21'],
  ['21 Novembe 2026', null],
  ['2026-13-01', null],
  ['tomorrow', null],
  ['', null],
])('date %s', (text, wanted) => {
  expect(parseDate(text, now)).toBe(wanted);
});

test.each([
  ['1045', '10:45'],
  ['10:45', '10:45'],
  ['945', '09:45'],
  ['1045Z', '10:45'],
  ['0000', '00:00'],
  ['2400', null],
  ['1060', null],
  ['10', null],
  ['x', null],
])('time %s', (text, wanted) => {
  expect(parseTime(text)).toBe(wanted);
});

test('every day and minute that is written out is read back', () => {
  const days = fc.integer({ min: 0, max: 20_000 });
  const minutes = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(days, minutes, (day, minute) => {
      const iso = new Date(day * 86_400_000 + minute * 60_000).toISOString();
      expect(parseDate(iso.slice(0, 10), now)).toBe(iso.slice(0, 10));
      expect(parseTime(iso.slice(11, 16))).toBe(iso.slice(11, 16));
    }),
  );
});

test('no text throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseDate(text, now);
      parseTime(text);
    }),
  );
});
