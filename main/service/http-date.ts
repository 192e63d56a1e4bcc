/** Dates in the headers of answers (RFC 9110, 5.6.7). */
import type { IncomingHttpHeaders } from 'node:http';

/** An earlier date comes from a clock that was never set, or a storage without one. */
const FIRST_YEAR = Date.UTC(1990, 0, 1);
/** How far the clocks of two machines may differ before one of them is wrong, ms. */
export const CLOCKS_APART_MS = 5 * 60_000;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const FIXED = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
const RFC_850 =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/;
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;

/**
 * An HTTP date in one of its three forms, ms since 1970 UTC; null if it is not one.
 *
 * @param now ms since 1970 UTC: a year of two digits is the last one that is at most 50 years ahead
 */
export function readHttpDate(text: string | undefined, now: number): number | null {
  const value = text?.trim() ?? '';
  const usual = FIXED.exec(value);
  if (usual) return timeOf(Number(usual[3]), usual[2], usual[1], usual.slice(4));
  const old = RFC_850.exec(value);
  if (old) return timeOf(fullYear(Number(old[3]), now), old[2], old[1], old.slice(4));
  const c = ASCTIME.exec(value);
  return c ? timeOf(Number(c[6]), c[1], c[2], c.slice(3, 6)) : null;
}

function fullYear(short: number, now: number): number {
  const last = new Date(now).getUTCFullYear() + 50;
  return last - ((((last - short) % 100) + 100) % 100);
}

/** Null if there is no such time. */
function timeOf(
  year: number,
  name: string | undefined,
  day: string | undefined,
  clock: readonly (string | undefined)[],
): number | null {
  const month = MONTHS.indexOf(name ?? '');
  const [hour = 0, minute = 0, second = 0] = clock.map(Number);
  if (month < 0 || hour > 23 || minute > 59 || second > 60) return null;
  // Date.UTC alone reads years below 100 as 19xx.
  const date = new Date(Date.UTC(2000, month, Number(day), hour, minute, Math.min(second, 59)));
  date.setUTCFullYear(year, month, Number(day));
  return date.getUTCMonth() === month && date.getUTCDate() === Number(day) ? date.getTime() : null;
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
