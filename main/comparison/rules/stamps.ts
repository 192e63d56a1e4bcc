/**
 * Stamps: text in the frame of each page that changes with each cycle or copy: cycle numbers, periods of validity, printing
 * dates, page numbers. If nothing else changed, the page means the same as before. Dates of a chart's own revision are
 * not stamps, nor are dates in notes.
 */
import type { ChartPage } from '../../charts/rules/chart.ts';
import { findDates } from '../../charts/rules/dates.ts';

/** Text of the frame, and its page. */
export interface Stamped {
  text: string;
  /** The text above it, and before it in its line. */
  label: string;
  page: ChartPage;
}

/** Replaces the date, cycle or number in a stamp. */
const MASK = '■';
/** Replaces a number that may be a page number: it is compared with its page. */
const NUMBER = '□';

const CYCLE = [
  // AIRAC 2611, AIRAC cycle 11/2026, AIRAC AMDT 11/2016
  /\bAIRAC(?: CYCLE)?(?: DATE)?[ :]*(?:AMDT[ .:]*|AMENDMENT[ :]*)?(?:NR[ .:]*|NO[ .:]*)?[0-9]{1,4}(?:[/-][0-9]{2,4})?\b/giu,
  // Cycle 2611, data cycle 01-2021, Cyc 2611
  /\bCYC(?:LE)?[ .:]*(?:NR[ .:]*|NO[ .:]*)?[0-9]{2,4}(?:[/-][0-9]{2,4})?\b/giu,
  // AMDT 013/2022: of a whole publication. The amendment of a procedure has no year in this form.
  /\bAMDT[ .:]*(?:NR[ .:]*|NO[ .:]*)?[0-9]{1,3}\/[0-9]{2,4}\b/giu,
  /\bVOL(?:UME)?[ .:]*(?:[0-9]{1,3}|[IVX]{1,5})(?: OF (?:[0-9]{1,3}|[IVX]{1,5}))?\b/giu,
  // EFF2501221600
  /\bEFF[ :]?[0-9]{10}\b/giu,
];
/** NE-1, and PAC before a date: the volume of a publication. */
const VOLUME = /\b(?:[A-Z]{2}-[0-9]|PAC|AK|CN),(?= ?■)/gu;
/** The time printed with a date, and the word before it. */
const TIME =
  /(?<=■[ ,T]{0,2}(?:AT )?)(?:[0-9]{4}(?:\.[0-9]{2})?|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(?: ?(?:UTC|Z|LT))?\b|\b(?:[0-9]{4}|[0-9]{1,2}:[0-9]{2}) ?(?:UTC|Z)(?= (?:ON )?■)/giu;
const DAYS_OF_WEEK = /\b(?:MON|TUE|WED|THU|FRI|SAT|SUN)(?:[A-Z]*DAY)?\b[ ,]*(?=■)/giu;
/** 23 Apr, after a label, with its year elsewhere. */
const DAY_AND_MONTH =
  /(?<=\b(?:EFF|EFFECTIVE|VALID|UNTIL|FROM|TO)[ .:]{1,2})[0-9]{1,2} ?(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*\b/giu;
const PAGE = /\b(?:PAGE|PG)[ .:]*[0-9]{1,5}(?: ?(?:OF|\/) ?[0-9]{1,5})?\b/giu;
/** A number alone, or 3/20: a page number, if it matches the page. */
const BARE_PAGE = /^[-– ]*([0-9]{1,5})(?: ?(?:\/|OF) ?([0-9]{1,5}))?[-– ]*$/iu;

/** Words of events, places or restrictions: a stamp contains none of them. */
const NOTE =
  /\b(?:NA|N\/A|NOTE|NOTAM[NRC]?|CLSD|CLOSED|RWY|TWY|RUNWAY|TAXIWAY|U\/S|UNSERVICEABLE|WIP|EXC|EXCEPT|DUE|WHEN|ONLY|UNTIL|TILL|BTN|BETWEEN|DURING|BEFORE|AFTER|NOT|AUTHORI[ZS]ED|PROCEDURE|MINIMUM|MINIMA|USE|TEMPO|PROVISIONAL|SUP|ACT|APRON|STAND|GATE|LGT|ILS|VOR|DME|NDB|DAILY)\b|[A-Z][0-9]{4}\/[0-9]{2}\b/iu;
/** The only stamp that contains such words, from one publisher. */
const EXPIRY = /\b(?:NOTICE: )?AFTER (?=■).*?MAY NO LONGER BE VALID\.?/giu;
/** Words of a chart's own revision. */
const REVISION =
  /\b(?:ORIG(?:INAL)?|REV(?:ISED|ISION)?|AMDT|AMENDMENT|CHG|CHANGE[DS]?|EDITION|ED)\b(?![ .:]*■?[0-9]{1,3}\/)/iu;
const LABEL =
  /\b(?:AIRAC|CYCLE|CYC|DATA|TERMINAL|CHART|CHARTS|ENROUTE|EFF|EFFECTIVE|VALID|VALIDITY|WEF|FROM|TO|ON|AT|OF|THE|DATE|DATED|PRINTED|PRINT|PRTD|PRINTING|ISSUED|ISSUE|PUBLISHED|PUBLICATION|PUB|GENERATED|CREATED|PRODUCED|COMPILED|EXPIRES?|EXPIRED|UTC|Z|PAGE|VOLUME|VOL|INFO|AERO|AIP|KIT|VERSION|NOTICE|TIME|UPDATED|DOWNLOADED)\b/giu;
const MAX_WORDS = 4;

/**
 * Whether only the stamps in a text of the frame changed.
 *
 * @param old null if there was none; the text must then consist of a stamp only
 */
export function isRestamp(old: Stamped | null, newer: Stamped | null): boolean {
  if (old === null || newer === null) {
    const only = old ?? newer;
    return only !== null && isWholeStamp(only);
  }
  const [before, after] = [maskOf(old), maskOf(newer)];
  if (before === null || after === null || before !== after) return false;
  return !before.includes(NUMBER) || isPageNumber(old, newer);
}

/**
 * A text of the frame without its stamps: equal for two texts that only differ in stamps. A text that is nothing but a stamp, and the
 * page's own number, become ''.
 *
 * @returns null if the text has no stamp, or changes the page's meaning
 */
export function withoutStamp(stamped: Stamped): string | null {
  const masked = maskOf(stamped);
  if (masked === NUMBER) return stamped.text.trim() === String(stamped.page.page) ? '' : null;
  return isWholeStamp(stamped) ? '' : masked;
}

/** Whether a number alone is an AIRAC cycle (the year, and 01 to 14), according to the text beside or above it. */
export function isCycleNumber({ text, label }: Stamped): boolean {
  return /^[0-9]{2}(?:0[1-9]|1[0-4])$/.test(text.trim()) && /\b(?:AIRAC|CYCLE)\b/i.test(label);
}

/** The text without its stamps; null if it contains anything that changes the page's meaning, or no stamp. */
function maskOf({ text, label, page }: Stamped): string | null {
  const plain = text.replace(/[\s■□]+/gu, ' ').trim();
  if (isCycleNumber({ text, label, page })) return MASK;
  if (BARE_PAGE.test(plain)) return NUMBER;
  if (isRevision(plain, page)) return null;
  let masked = '';
  let at = 0;
  for (const { from, to } of findDates(plain)) {
    masked += plain.slice(at, from) + MASK;
    at = to;
  }
  masked += plain.slice(at);
  for (const form of [...CYCLE, DAY_AND_MONTH, PAGE]) masked = masked.replace(form, MASK);
  masked = masked.replace(DAYS_OF_WEEK, '').replace(TIME, MASK);
  masked = masked.replace(EXPIRY, MASK).replace(VOLUME, MASK);
  if (!masked.includes(MASK)) return null;
  const clauses = masked.split(/ ?[·|•;] ?| - /u).filter((clause) => clause.includes(MASK));
  if (clauses.some((clause) => !isStampClause(clause) || REVISION.test(clause))) return null;
  return REVISION.test(label) && !/[0-9]\/[0-9]/.test(label) && masked === MASK ? null : masked;
}

/** Whether a part of a stamp's text only contains words of stamps. */
function isStampClause(clause: string): boolean {
  if (NOTE.test(clause)) return false;
  const words = clause.replace(LABEL, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’/-]*/gu) ?? [];
  return words.length <= MAX_WORDS;
}

function isWholeStamp(stamped: Stamped): boolean {
  const masked = maskOf(stamped);
  if (masked === null || masked === NUMBER) return false;
  return !/[\p{L}\p{N}]/u.test(masked.replace(LABEL, ' '));
}

/** Kinds of pages whose revision date is only the printing date. */
const PRINTED = new Set(['flight_plan', 'notam', 'weather', 'cover', 'contents']);

function isRevision(text: string, { revised, effective_from, effective_to, kind }: ChartPage): boolean {
  if (revised === null || (kind !== null && PRINTED.has(kind.value))) return false;
  const says = (words: readonly string[]) => words.some((one) => text.includes(one) || one.includes(text));
  if (!says(revised.words)) return false;
  return !says([...(effective_from?.words ?? []), ...(effective_to?.words ?? [])]);
}

/** A number alone is a page number if it moves with the page; `n of m` if n is the page's own number. */
function isPageNumber(old: Stamped, newer: Stamped): boolean {
  const [first, second] = [BARE_PAGE.exec(old.text.trim()), BARE_PAGE.exec(newer.text.trim())];
  if (!first || !second) return false;
  const [number, newNumber] = [Number(first[1]), Number(second[1])];
  if (first[2] !== undefined && second[2] !== undefined)
    return number === old.page.page && newNumber === newer.page.page && newNumber <= Number(second[2]);
  const moved = newer.page.page - old.page.page;
  return first[2] === second[2] && moved !== 0 && newNumber - number === moved;
}
