/** The period in which a document's date lies, ms since 1970 UTC. Pure. */
import type { WrittenDates } from './document-dates.ts';

/** From the first to the last second that the text allows; both are the same if it names one second. */
export interface Period {
  from: number;
  to: number;
}

const SECOND = 1_000;
const HOUR = 3_600_000;
/** If no zone is written: how far local times can be behind UTC and ahead of it. */
const WESTMOST = -12 * HOUR;
const EASTMOST = 14 * HOUR;
/** PDF did not exist before: an earlier date comes from a clock that was never set. */
const FIRST_YEAR = Date.UTC(1990, 0, 1);
/** Maximum difference between the clocks of two computers. */
const CLOCKS_APART = 5 * 60_000;

const PDF_DATE =
  /^(?:D:)?(\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d))?)?)?)?)?\d?\s?(?:(Z)[0']{0,6}|([+-])(?:(\d\d)(?:'?(?:(\d\d)'?|\d)?)?|\d)?)?$/;
const XMP_DATE =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?)?)?(?:(Z)|([+-])(\d\d):(\d\d))?$/;

/**
 * The period of a PDF date (ISO 32000-1, 7.9.4: `D:YYYYMMDDHHmmSSOHH'mm'`), or an XMP date (ISO 8601). Parts left
 * off at the end, even the zone, may have any value: `D:202611` is all of November. Null if it is not a date.
 */
export function periodOf(written: string): Period | null {
  const match = PDF_DATE.exec(written.trim()) ?? XMP_DATE.exec(written.trim());
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? null : Number(part)));
  if (year === null || year === undefined) return null;
  const from = start(year, month ?? 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0);
  if (from === null) return null;
  const to = from + lengthOf(year, { month, day, hour, minute, second }) - SECOND;
  const [, , , , , , , zulu, sign, zoneHours, zoneMinutes] = match;
  if (zulu !== undefined) return { from, to };
  if (sign === undefined || zoneHours === undefined) return { from: from - EASTMOST, to: to - WESTMOST };
  if (Number(zoneHours) > 23 || Number(zoneMinutes ?? 0) > 59) return null;
  const ahead = (least: number) => (sign === '-' ? -1 : 1) * (Number(zoneHours) * HOUR + least * 60_000);
  // `+05` and `+05'`: the minutes may be missing.
  const [one, other] = [ahead(Number(zoneMinutes ?? 0)), ahead(Number(zoneMinutes ?? 59))];
  return { from: from - Math.max(one, other), to: to - Math.min(one, other) };
}

/** Null if there is no such time. */
function start(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(ms);
  const same =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second;
  return same ? ms : null;
}

/** Length of the smallest unit that is written, ms. */
function lengthOf(
  year: number,
  parts: Record<'month' | 'day' | 'hour' | 'minute' | 'second', number | null | undefined>,
): number {
  const { month, day, hour, minute, second } = parts;
  if (typeof second === 'number') return SECOND;
  if (typeof minute === 'number') return 60_000;
  if (typeof hour === 'number') return HOUR;
  if (typeof day === 'number') return 24 * HOUR;
  if (typeof month === 'number') return Date.UTC(year, month, 1) - Date.UTC(year, month - 1, 1);
  return Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1);
}

/**
 * The period in which a document was made, according to itself: from its creation to its last change, as far as plausible.
 * A date before 1990 or in the future is ignored.
 *
 * @param now ms since 1970 UTC
 */
export function documentPeriod({ created, modified }: WrittenDates, now: number): Period | null {
  const periods = [created, modified].flatMap((written) => {
    const period = written === null ? null : periodOf(written);
    const believed = period !== null && period.to >= FIRST_YEAR && period.from <= now + CLOCKS_APART;
    return believed ? [period] : [];
  });
  if (periods.length === 0) return null;
  return {
    from: Math.max(FIRST_YEAR, Math.min(...periods.map(({ from }) => from))),
    to: Math.min(Math.max(...periods.map(({ to }) => to)), now + CLOCKS_APART),
  };
}
