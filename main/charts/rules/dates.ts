/**
 * Dates as publishers print them. A date is only read if it can mean only one day: a month by its name or number in an
 * unambiguous order, and a day that exists. Only ASCII digits; digits of other scripts are not dates.
 */

import type { IsoDay } from './chart.ts';

/** A date in a text. */
interface PrintedDate {
  /** Null if it is ambiguous, or does not exist. */
  day: IsoDay | null;
  /** As printed. */
  words: string;
  /** Its start and end in the text, UTF-16 code units. */
  from: number;
  to: number;
}

/** English, and the month names of national publications in Spanish, Portuguese, French, German and Italian. */
const MONTHS: readonly string[] = [
  'JAN JANUARY ENE ENERO GEN GENNAIO JANV JANVIER JANEIRO JANUAR',
  'FEB FEBRUARY FEBRERO FEBBRAIO FEV FÉV FEVR FÉVR FEVRIER FÉVRIER FEVEREIRO FEBRUAR',
  'MAR MARCH MARZO MARCO MARÇO MRZ MÄR MÄRZ MARS',
  'APR APRIL APRILE ABR ABRIL AVR AVRIL',
  'MAY MAYO MAI MAIO MAG MAGGIO',
  'JUN JUNE JUNIO JUNHO JUNI JUIN GIU GIUGNO',
  'JUL JULY JULIO JULHO JULI JUIL JUILLET LUG LUGLIO',
  'AUG AUGUST AGO AGOSTO AOU AOÛ AOUT AOÛT',
  'SEP SEPT SEPTEMBER SEPTEMBRE SEPTIEMBRE SET SETEMBRO SETTEMBRE',
  'OCT OCTOBER OCTOBRE OCTUBRE OKT OKTOBER OUT OUTUBRO OTT OTTOBRE',
  'NOV NOVEMBER NOVEMBRE NOVIEMBRE NOVEMBRO',
  'DEC DECEMBER DECEMBRE DIC DICIEMBRE DICEMBRE DEZ DEZEMBER DEZEMBRO DÉC DÉCEMBRE',
];
const MONTH_OF = new Map(
  MONTHS.flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + 1])),
);

/** ICAO has standardised charts since 1948 (Annex 4): no chart is older, and a two-digit year is unambiguous. */
const FIRST_YEAR = 1948;
const LAST_YEAR = 2047;

/** The day of year, month and day (from 1); null if it does not exist, or no chart can have it. */
export function dayOf(year: number, month: number, day: number): IsoDay | null {
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null;
}

/** The year of two or four digits. */
function yearOf(digits: string): number {
  if (digits.length === 4) return Number(digits);
  const year = 2000 + Number(digits);
  return year > LAST_YEAR ? year - 100 : year;
}

/** The day from a year and the day's number in it, `YYDDD` (FAA charts); null if it does not exist. */
export function ordinalDay(digits: string): IsoDay | null {
  const [, year, ordinal] = /^(\d\d)(\d{3})$/.exec(digits) ?? [];
  if (year === undefined || ordinal === undefined) return null;
  const full = yearOf(year);
  const date = new Date(Date.UTC(full, 0, Number(ordinal)));
  return date.getUTCFullYear() === full && dayOf(full, 1, 1) ? date.toISOString().slice(0, 10) : null;
}

/** The day of `YYMMDDHHMM` in UTC (ICAO Annex 15, NOTAM format); null if the day or time does not exist. */
export function tenDigitDay(digits: string): IsoDay | null {
  const parts = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  if (hour > 24 || minute > 59) return null;
  return dayOf(yearOf(String(year).padStart(2, '0')), month, day);
}

/**
 * An adjacent digit or letter makes a date part of something else, and so does a digit after a gap: "1 3 OCT 2016"
 * and "13 OCT 20 16" are dates with wrong spacing.
 */
const BEFORE = '(?<![\\p{L}\\p{N}]|\\p{N}[ .,])';
const END = '(?![\\p{L}\\p{N}])';
const AFTER_SHORT_YEAR = '(?![\\p{L}\\p{N}]|[ .,]?\\p{N})';
const FORMS = new RegExp(
  [
    // 2024-12-15, 2021-11-1
    `${BEFORE}(?<y1>[0-9]{4})-(?<m1>[0-9]{1,2})-(?<d1>[0-9]{1,2})${END}`,
    // 15DEC11, optionally with a time: 04JUL25 0657
    `${BEFORE}(?<d2>[0-9]{2})(?<m2>\\p{L}{3})(?<y2>[0-9]{2}|[0-9]{4})${END}`,
    // 13 Oct 2016, 29-DEC-2022, 5. MAI 2020, 10 AUG 23
    `${BEFORE}(?<d3>[0-9]{1,2})(?:[ \\-/]|\\. ?)(?<m3>\\p{L}{3,10})\\.?[ \\-/,]{1,2}(?:(?<y3>[0-9]{4})${END}|(?<y6>[0-9]{2})${AFTER_SHORT_YEAR})`,
    // October 13, 2016
    `${BEFORE}(?<m4>\\p{L}{3,9})\\.? (?<d4>[0-9]{1,2}), ?(?<y4>[0-9]{4})${END}`,
    // 5/9/24, 13.10.2016
    `${BEFORE}(?<n5>[0-9]{1,2})(?<s5>[/.])(?<o5>[0-9]{1,2})\\k<s5>(?<y5>[0-9]{4}|[0-9]{2})${AFTER_SHORT_YEAR}`,
  ].join('|'),
  'gu',
);

/** Right-to-left letters: the order of numbers among them is uncertain. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** All dates in a text, in text order. */
export function findDates(text: string): PrintedDate[] {
  if (RIGHT_TO_LEFT.test(text)) return [];
  return Array.from(text.matchAll(FORMS), (match) => {
    const [words] = match;
    return { day: readForm(match.groups ?? {}), words, from: match.index, to: match.index + words.length };
  }).filter(({ day, words }) => day !== null || /^[0-9./-]+$/.test(words) || namesMonth(words));
}

/** The date that makes up the whole text, with or without brackets; null for anything else. */
export function wholeDate(text: string): PrintedDate | null {
  const [date, more] = findDates(text);
  if (date === undefined || more !== undefined) return null;
  return /^\(?$/.test(text.slice(0, date.from)) && /^\)?$/.test(text.slice(date.to)) ? date : null;
}

function readForm(groups: Record<string, string | undefined>): IsoDay | null {
  const { y1, m1, d1, y2, m2, d2, y3, y6, m3, d3, y4, m4, d4, y5, n5, o5 } = groups;
  if (y1) return dayOf(Number(y1), Number(m1), Number(d1));
  const year = y2 ?? y3 ?? y6 ?? y4;
  const name = m2 ?? m3 ?? m4;
  if (year && name) return dayOf(yearOf(year), MONTH_OF.get(name.toUpperCase()) ?? 0, Number(d2 ?? d3 ?? d4));
  if (!y5) return null;
  const [first, second] = [Number(n5), Number(o5)];
  // The United States write the month first, Europe the day: it is unambiguous if a number is above 12.
  const readings = new Set(
    [dayOf(yearOf(y5), second, first), dayOf(yearOf(y5), first, second)].filter((day) => day !== null),
  );
  return readings.size === 1 ? ([...readings][0] ?? null) : null;
}

/** Whether one of the words is the name of a month. */
export function namesMonth(words: string): boolean {
  return words.split(/[^\p{L}]+/u).some((word) => MONTH_OF.has(word.toUpperCase()));
}

const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Whether the day is this weekday (first three letters of the name). */
export function isWeekday(day: IsoDay, name: string): boolean {
  return WEEKDAYS[new Date(day).getUTCDay()] === name.slice(0, 3).toUpperCase();
}

// The common calendar of aeronautical publications (ICAO Doc 8126): a cycle every 28 days.

const DAY_MS = 24 * 3600 * 1000;
const CYCLE_DAYS = 28;
/** 2016-10-13, the first day of cycle 1611. */
const KNOWN = dayNumber('2016-10-13');

/** Days since 1970 of a day that exists. */
export function dayNumber(day: IsoDay): number {
  return Date.parse(day) / DAY_MS;
}

/** Whether a cycle begins on this day. */
export function isAiracDay(day: IsoDay): boolean {
  return (dayNumber(day) - KNOWN) % CYCLE_DAYS === 0;
}

/** The number of the cycle that begins on this day, `YYNN`. */
export function airacNumber(day: IsoDay): string {
  const ordinal = dayNumber(day) - dayNumber(`${day.slice(0, 4)}-01-01`);
  return day.slice(2, 4) + String(Math.floor(ordinal / CYCLE_DAYS) + 1).padStart(2, '0');
}

/** Whether the time between both days is a whole number of cycles, at most `cycles`. */
export function isWholeCycles(from: IsoDay, to: IsoDay, cycles: number): boolean {
  const days = dayNumber(to) - dayNumber(from);
  return days > 0 && days % CYCLE_DAYS === 0 && days <= cycles * CYCLE_DAYS;
}
