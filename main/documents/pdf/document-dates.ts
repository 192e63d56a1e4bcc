/** When a PDF document was made, according to its Info dictionary (ISO 32000-1, 14.3.3) or its XMP metadata. */

import { type ByteSource, PdfBytes, withFile } from './bytes.ts';
import { decode } from './filter.ts';
import { PdfObjects } from './objects.ts';
import { Irregular, PdfRef, type PdfValue } from './values.ts';
import { readStart, readXref } from './xref.ts';

/** Dates as the document writes them; null if it has none. */
export interface WrittenDates {
  created: string | null;
  modified: string | null;
}

/** A date is written with up to 25 characters; only this much of a longer text is read. */
const MAX_DATE = 64;
/** Maximum size of XMP metadata, stored and decoded, bytes. */
const MAX_XMP = 256 * 1024;

/**
 * The dates of a regular document, read from a few places of the file; null if it is irregular and pdf.js must decide.
 *
 * @throws NodeJS.ErrnoException if the file can't be read; the signal's reason
 */
export function readWrittenDates(file: string, signal?: AbortSignal): Promise<WrittenDates | null> {
  return withFile(file, (source) => readWrittenDatesOf(source, signal));
}

/** readWrittenDates for bytes from any source. @throws errors of `source`; the signal's reason */
export async function readWrittenDatesOf(
  source: ByteSource,
  signal?: AbortSignal,
): Promise<WrittenDates | null> {
  try {
    const bytes = new PdfBytes(source, signal);
    const { table, trailer } = await readXref(bytes, await readStart(bytes));
    const objects = new PdfObjects(bytes, table);
    const info = await infoDates(objects, trailer.get('Info'));
    if (info.created !== null || info.modified !== null) return info;
    const catalog = await objects.dictionary(trailer.get('Root'));
    return await xmpDates(bytes, objects, catalog.get('Metadata'));
  } catch (error) {
    if (error instanceof Irregular) return null;
    throw error;
  }
}

const NO_DATES: WrittenDates = { created: null, modified: null };

async function infoDates(objects: PdfObjects, info: PdfValue | undefined): Promise<WrittenDates> {
  if (!(info instanceof PdfRef)) return NO_DATES;
  const entries = await objects.parse(info, (parser) => parser.rawDictionary());
  const read = async (key: string) => {
    const written = entries.get(key);
    const [, num, gen] = /^(\d{1,10})\s+(\d{1,10})\s+R$/.exec(written ?? '') ?? [];
    if (num === undefined) return textOf(written);
    return textOf(await objects.parse(new PdfRef(Number(num), Number(gen)), (parser) => parser.raw()));
  };
  return { created: await read('CreationDate'), modified: await read('ModDate') };
}

async function xmpDates(
  bytes: PdfBytes,
  objects: PdfObjects,
  metadata: PdfValue | undefined,
): Promise<WrittenDates> {
  if (!(metadata instanceof PdfRef)) return NO_DATES;
  const { value, data } = await objects.load(metadata);
  if (data === null || !(value instanceof Map) || data.length > MAX_XMP) return NO_DATES;
  const xmp = decode(value, await bytes.exactly(data.at, data.length), MAX_XMP).toString('latin1');
  const date = (name: string) =>
    new RegExp(`xmp:${name}(?:>|\\s?=\\s?["'])\\s{0,8}([^"'<\\s]{4,40})`).exec(xmp)?.[1] ?? null;
  return { created: date('CreateDate'), modified: date('ModifyDate') };
}

/** A string as written in the file (7.3.4), as text: dates are ASCII, in some documents UTF-16. */
export function textOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  const bytes = written.startsWith('(') ? literal(written.slice(1, -1)) : hexadecimal(written);
  if (bytes === null) return null;
  if (bytes.startsWith('\xfe\xff')) return bytes.slice(2).replace(/\0/g, '').slice(0, MAX_DATE);
  return bytes.replace(/^\xef\xbb\xbf/, '').slice(0, MAX_DATE);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literal(text: string): string {
  return text
    .slice(0, 4 * MAX_DATE)
    .replace(/\\(?:([0-7]{1,3})|\r\n|([\s\S]))/g, (_all, octal: string | undefined, character = '') => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return character === '\n' || character === '\r' ? '' : (ESCAPES[character] ?? character);
    });
}

function hexadecimal(text: string): string | null {
  if (!/^<[\da-f\s]*>$/i.test(text)) return null;
  const digits = text
    .slice(1, -1)
    .replace(/\s/g, '')
    .slice(0, 4 * MAX_DATE);
  return Buffer.from(digits.padEnd(digits.length + (digits.length % 2), '0'), 'hex').toString('latin1');
}

// The period in which a document's date lies, ms since 1970 UTC. Pure.

/** From the first to the last second that the text allows; both are the same if it names one second. */
interface Period {
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
  const parts = match.slice(1, 7).filter((part) => part !== undefined);
  const numbers = parts.map(Number);
  const from = utcOf(numbers);
  // No such time, as 31 February: it is read as another.
  if (!new Date(from).toISOString().replace(/\D/g, '').startsWith(parts.join(''))) return null;
  const to = utcOf(numbers.with(-1, Number(numbers.at(-1)) + 1)) - SECOND;
  const [, , , , , , , zulu, sign, zoneHours, zoneMinutes] = match;
  if (zulu !== undefined) return { from, to };
  if (sign === undefined || zoneHours === undefined) return { from: from - EASTMOST, to: to - WESTMOST };
  if (Number(zoneHours) > 23 || Number(zoneMinutes ?? 0) > 59) return null;
  const ahead = (least: number) => (sign === '-' ? -1 : 1) * (Number(zoneHours) * HOUR + least * 60_000);
  // `+05` and `+05'`: the minutes may be missing.
  const [one, other] = [ahead(Number(zoneMinutes ?? 0)), ahead(Number(zoneMinutes ?? 59))];
  return { from: from - Math.max(one, other), to: to - Math.min(one, other) };
}

function utcOf([year = 0, month = 1, ...smaller]: readonly number[]): number {
  return Date.UTC(year, month - 1, ...smaller);
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
