/**
 * Reads a Retry-After header: seconds or an HTTP date (RFC 9110 section 10.2.3).
 *
 * @param now wall clock, ms since 1970 UTC; a date counts from here
 * @returns ms to wait, never negative and at most one hour, or null where the header is absent or unreadable
 */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : httpDate(value) - now;
  if (Number.isNaN(ms)) return null;
  return Math.min(Math.max(ms, 0), MAX_WAIT_MS);
}

/** A server that asks for more is asked again after an hour all the same: a typo must not strand a kit. */
const MAX_WAIT_MS = 3_600_000;

function httpDate(value: string): number {
  // Date.parse alone would read "5.5" or "2 weeks" as some date; every HTTP date starts with a day's name.
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i.test(value) ? Date.parse(value) : Number.NaN;
}
