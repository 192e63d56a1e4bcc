/** The departure as a pilot types it, in UTC. Pure. */
import { minutesOf, momentOf } from './trip-file.ts';

const MONTHS = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(
  ' ',
);
const DAY_MS = 86_400_000;

/**
 * A day by the name of its month, or its first three letters, in capitals; years may have two figures. Ms since 1970; null if
 * there is no such day.
 */
export function namedDay(date: string, month: string, year: string): number | null {
  const at = MONTHS.findIndex((name) => name === month || name.slice(0, 3) === month);
  return momentOf(Number(year) < 100 ? 2000 + Number(year) : Number(year), at + 1, Number(date));
}

function dayText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().slice(0, 10);
}

/**
 * A date as `YYYY-MM-DD`, from `2026-11-21`, `2026/11/21`, `21NOV2026`, `21-Nov-26`, `21 November 2026`, or `21NOV` (the one nearest to `now`,
 * ms). Null if the text is not a date.
 */
export function parseDate(text: string, now: number): string | null {
  const clean = text.trim().toUpperCase();
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(clean);
  if (iso) return dayText(momentOf(Number(iso[1]), Number(iso[3]), Number(iso[4])));
  const [, date = '', month = '', stated] =
    /^(\d{1,2})(?:\s*|-)([A-Z]{3,9})(?:(?:\s*|-)(\d{4}|\d{2}))?$/.exec(clean) ?? [];
  if (stated !== undefined) return dayText(namedDay(date, month, stated));
  const year = new Date(now).getUTCFullYear();
  // The next such day, including yesterday: the flight may be in the air.
  for (const candidate of [year - 1, year, year + 1]) {
    const found = namedDay(date, month, String(candidate));
    if (found !== null && found >= now - 2 * DAY_MS) return dayText(found);
  }
  return dayText(namedDay(date, month, String(year)));
}

/** A date without the day of the week before it: `Sunday, 28MAR2027`, `So. 28.03.2027`. */
export function withoutWeekday(text: string): string {
  return text.trim().replace(/^\p{L}{2,12}[.,]*\s+(?=\d)/u, '');
}

/** A time as `HH:MM`, from `1045`, `10:45`, `1045Z`, `945`. Null if the text is not a time. */
export function parseTime(text: string): string | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):?(\d{2})\s*(?:Z|UTC)?$/i.exec(text.trim()) ?? [];
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return minutesOf(time) === null ? null : time;
}
