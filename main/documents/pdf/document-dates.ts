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
