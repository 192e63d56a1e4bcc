/** Dates in the headers of answers (RFC 9110, 5.6.7). */
import type { IncomingHttpHeaders } from 'node:http';
import { MONTHS } from '../common/text.ts';

/** An earlier date comes from a clock that was never set, or a storage without one. */
const FIRST_YEAR = Date.UTC(1990, 0, 1);
/** How far the clocks of two machines may differ before one of them is wrong, ms. */
export const CLOCKS_APART_MS = 5 * 60_000;

const WEEKDAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?<month>[A-Z][a-z]{2})';
const CLOCK = '(?<clock>\\d\\d:\\d\\d:\\d\\d)';
/** The usual form, that of RFC 850, and that of asctime. */
const FORMS = [
  `${WEEKDAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${CLOCK} GMT`,
  `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${CLOCK} GMT`,
  `${WEEKDAY} ${MONTH} (?<day>[ \\d]\\d) ${CLOCK} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * An HTTP date in one of its three forms, ms since 1970 UTC; null if it is not one.
 *
 * @param now ms since 1970 UTC: a year of two digits is the last one that is at most 50 years ahead
 */
export function readHttpDate(text: string | undefined, now: number): number | null {
  const value = text?.trim() ?? '';
  const {
    day,
    year = '',
    month = '',
    clock = '',
  } = FORMS.map((form) => form.exec(value)).find(Boolean)?.groups ?? {};
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
  const at = MONTHS.indexOf(month);
  if (at < 0 || hour > 23 || minute > 59 || second > 60) return null;
  // Date.UTC alone reads years below 100 as 19xx.
  const date = new Date(Date.UTC(2000, at, Number(day), hour, minute, Math.min(second, 59)));
  date.setUTCFullYear(year.length === 2 ? fullYear(Number(year), now) : Number(year), at, Number(day));
  return date.getUTCMonth() === at && date.getUTCDate() === Number(day) ? date.getTime() : null;
}

function fullYear(short: number, now: number): number {
  const last = new Date(now).getUTCFullYear() + 50;
  return last - ((((last - short) % 100) + 100) % 100);
}

/** When an answer was given, by the server's own clock; null if it does not say, or if a cache repeats an old answer. */
export function servedAt(headers: IncomingHttpHeaders, now: number): number | null {
  const at = readHttpDate(headers.date, now);
  return at === null || at < FIRST_YEAR || headers.age !== undefined ? null : at;
}

/**
 * When a document was stored (Last-Modified), ms since 1970 UTC; null if that is not credible: before 1990, or later than
 * the answer itself.
 *
 * @param now our wall clock, for a storage that does not give its own time
 */
export function storedAt(headers: IncomingHttpHeaders, now: number): number | null {
  const at = readHttpDate(headers['last-modified'], now);
  const latest = (servedAt(headers, now) ?? now) + CLOCKS_APART_MS;
  return at === null || at < FIRST_YEAR || at > latest ? null : at;
}
