/** The departure as a pilot types it, in UTC. Pure. */

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const NAMES = ['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER'].concat([
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
]);

const DAY_MS = 86_400_000;

function day(year: number, month: number, date: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, date));
  // Date.UTC turns 31 February into March; such a day is not valid.
  if (at.getUTCFullYear() !== year || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== date) return null;
  return at.toISOString().slice(0, 10);
}

/**
 * A date as `YYYY-MM-DD`, from `2026-11-21`, `2026/11/21`, `21NOV2026`, `21-Nov-26`, `21 November 2026`, or `21NOV` (the one nearest to `now`,
 * ms). Null if the text is not a date.
 */
export function parseDate(text: string, now: number): string | null {
  const clean = text.trim().toUpperCase();
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(clean);
  if (iso) return day(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const aviation = /^(\d{1,2})(?:\s*|-)([A-Z]{3,9})(?:(?:\s*|-)(\d{4}|\d{2}))?$/.exec(clean);
  if (!aviation) return null;
  const name = aviation[2] ?? '';
  const month = Math.max(MONTHS.indexOf(name), NAMES.indexOf(name)) + 1;
  if (month === 0) return null;
  const date = Number(aviation[1]);
  if (aviation[3]) {
    const year = Number(aviation[3]);
    return day(year < 100 ? 2000 + year : year, month, date);
  }
  const year = new Date(now).getUTCFullYear();
  // The next such day, including yesterday: the flight may be in the air.
  for (const candidate of [year - 1, year, year + 1]) {
    const found = day(candidate, month, date);
    if (found && Date.parse(found) >= now - 2 * DAY_MS) return found;
  }
  return day(year, month, date);
}

/** A date without the day of the week before it: `Sunday, 28MAR2027`, `So. 28.03.2027`. */
export function withoutWeekday(text: string): string {
  return text.trim().replace(/^\p{L}{2,12}[.,]*\s+(?=\d)/u, '');
}

/** A time as `HH:MM`, from `1045`, `10:45`, `1045Z`, `945`. Null if the text is not a time. */
export function parseTime(text: string): string | null {
  const match = /^(\d{1,2}):?(\d{2})\s*(?:Z|UTC)?$/.exec(text.trim().toUpperCase());
  if (!match) return null;
  const hours = Number(match[1]);
  const minutes = Number(match[2]);
  if (hours > 23 || minutes > 59) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
