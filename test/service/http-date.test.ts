import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHttpDate, servedAt, storedAt } from '../../main/service/http-date.ts';

const now = Date.UTC(2026, 10, 22, 12);
const http = (ms: number) => new Date(ms).toUTCString();

describe('an HTTP date', () => {
  test('every moment is read in each of its three forms', () => {
    const seconds = fc.integer({ min: 0, max: Date.UTC(2075, 0, 1) / 1000 });
    fc.assert(
      fc.property(seconds, (second) => {
        const ms = second * 1000;
        const date = new Date(ms);
        const [, day = '', month = '', year = '', time = ''] =
          /, (\d\d) (\w{3}) (\d{4}) (.{8}) GMT/.exec(http(ms)) ?? [];
        const name = date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
        expect(readHttpDate(http(ms), now)).toBe(ms);
        expect(readHttpDate(`${name}, ${day}-${month}-${year.slice(2)} ${time} GMT`, ms)).toBe(ms);
        const short = `${name.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`;
        expect(readHttpDate(short, now)).toBe(ms);
      }),
    );
  });

  test('a year of two digits is never more than 50 years ahead', () => {
    expect(readHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', now)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
    expect(readHttpDate('Sunday, 06-Nov-26 08:49:37 GMT', now)).toBe(Date.UTC(2026, 10, 6, 8, 49, 37));
  });

  test('nothing else is one', () => {
    const odd = ['', '0', 'soon', '2026-11-03', 'Tue, 03 Nov 2026 10:45:00', 'Tue, 31 Feb 2026 10:45:00 GMT'];
    for (const text of [...odd, 'Tue, 03 Nov 2026 25:45:00 GMT', undefined])
      expect(readHttpDate(text, now)).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => readHttpDate(text, now) === null));
  });
});

describe('when a document was stored', () => {
  const stored = Date.UTC(2026, 10, 3, 10, 45);

  test('is its Last-Modified', () => {
    expect(storedAt({ 'last-modified': http(stored) }, now)).toBe(stored);
    expect(storedAt({}, now)).toBeNull();
  });

  test('a time that can’t be is none: 1970, or later than the answer', () => {
    expect(storedAt({ 'last-modified': http(0) }, now)).toBeNull();
    expect(storedAt({ 'last-modified': http(now + 600_000) }, now)).toBeNull();
    // A laptop whose clock is a month behind: the storage's own time counts.
    expect(storedAt({ 'last-modified': http(stored), date: http(now) }, now - 30 * 86_400_000)).toBe(stored);
    expect(storedAt({ 'last-modified': http(now), date: http(stored) }, now)).toBeNull();
  });

  test('an answer that a cache repeats does not say what time it is', () => {
    expect(servedAt({ date: http(stored) }, now)).toBe(stored);
    expect(servedAt({ date: http(stored), age: '60' }, now)).toBeNull();
    expect(servedAt({ date: http(0) }, now)).toBeNull();
  });
});
