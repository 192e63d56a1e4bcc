/** Dates in the headers of answers (RFC 9110, 5.6.7). */
import type { IncomingHttpHeaders } from 'node:http';

/** An earlier date comes from a clock that was never set, or a storage without one. */
const FIRST_YEAR = Date.UTC(1990, 0, 1);
/** How far the clocks of two machines may differ before one of them is wrong, ms. */
export const CLOCKS_APART_MS = 5 * 60_000;

/** The three forms: the usual one, that of RFC 850, and that of asctime, which has no zone and means UTC, too. */
const HTTP_DATE = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
];

/** An HTTP date, ms since 1970 UTC; null if it is not one. */
export function readHttpDate(text: string | undefined): number | null {
  const value = text?.trim() ?? '';
  if (!HTTP_DATE.some((form) => form.test(value))) return null;
  const ms = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(ms) ? null : ms;
}

/** When an answer was given, by the server's own clock; null if it does not say, or if a cache repeats an old answer. */
export function servedAt(headers: IncomingHttpHeaders): number | null {
  const at = readHttpDate(headers.date);
  return at === null || at < FIRST_YEAR || headers.age !== undefined ? null : at;
}

/**
 * When a document was stored (Last-Modified), ms since 1970 UTC; null if that is not credible: before 1990, or later than
 * the answer itself.
 *
 * @param now our wall clock, for a storage that does not give its own time
 */
export function storedAt(headers: IncomingHttpHeaders, now: number): number | null {
  const at = readHttpDate(headers['last-modified']);
  const latest = (servedAt(headers) ?? now) + CLOCKS_APART_MS;
  return at === null || at < FIRST_YEAR || at > latest ? null : at;
}
