/** The chain of cross-reference sections (ISO 32000-1, 7.5.4 to 7.5.8), newest first. */
import type { PdfBytes } from './bytes.ts';
import { decode } from './filter.ts';
import { FREE, IN_USE, MAX_OBJECTS, XrefTable } from './objects.ts';
import type { PdfParser } from './syntax.ts';
import { Irregular, integer, isName, type PdfDict, type PdfValue } from './values.ts';

interface Xref {
  table: XrefTable;
  /** The newest trailer dictionary, or that of the newest cross-reference stream. */
  trailer: PdfDict;
  /** Its offset. */
  trailerAt: number;
  /** Whether the newest cross-references are a stream. */
  isStream: boolean;
}

const MAX_SECTIONS = 64;
const MAX_SUBSECTIONS = 10_000;
/** Maximum number of entries in all sections: updates list objects again. */
const MAX_ENTRIES = 2 * MAX_OBJECTS;
const ENTRY_BYTES = 20;
/** Number of entries of a classic table that are read at once. */
const ENTRIES_AT_ONCE = 3200;

interface Range {
  first: number;
  count: number;
  /** Offset of its entries in a classic table; meaningless in a stream. */
  at: number;
}

/** One section; only its dictionary and ranges have been read. */
interface Section {
  dict: PdfDict;
  dictAt: number;
  ranges: Range[];
  /** Decoded entries of a cross-reference stream, and their widths. */
  stream: { bytes: Buffer; widths: [number, number, number] } | null;
}

/** `startxref`, the offset and `%%EOF` are within the last TAIL_BYTES bytes. */
const TAIL_BYTES = 1024;

/** The offset of the newest cross-references (ISO 32000-1, 7.5.5). @throws Irregular if the end does not contain it */
export async function readStart(bytes: PdfBytes): Promise<number> {
  const length = Math.min(bytes.size, TAIL_BYTES);
  const tail = (await bytes.exactly(bytes.size - length, length)).toString('latin1');
  const match = /^startxref\s{1,2}(\d{1,15})\s{1,2}%%EOF\s*$/.exec(tail.slice(tail.lastIndexOf('startxref')));
  if (match === null) throw new Irregular('no start');
  return Number(match[1]);
}

/** @throws Irregular if anything about the chain that starts at `start` is unusual */
export async function readXref(bytes: PdfBytes, start: number): Promise<Xref> {
  const queue = [start];
  const seen = new Set<number>();
  let entries = 0;
  let xref: Xref | null = null;
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (seen.has(at) || seen.size >= MAX_SECTIONS)
      throw new Irregular('a chain of cross-references that does not end');
    seen.add(at);
    const section = await readSection(bytes, at);
    const { dict, dictAt, ranges, stream } = section;
    if (dict.has('Encrypt')) throw new Irregular('encrypted');
    const size = integer(dict.get('Size'), 1, MAX_OBJECTS);
    xref ??= { table: new XrefTable(size), trailer: dict, trailerAt: dictAt, isStream: stream !== null };
    for (const { count } of ranges) entries += count;
    if (entries > MAX_ENTRIES) throw new Irregular('too many cross-references');
    await fill(xref.table, bytes, section);
    // A hybrid document's stream has precedence over older sections (7.5.8.4).
    for (const key of stream === null ? ['XRefStm', 'Prev'] : ['Prev']) {
      if (dict.has(key)) queue.push(integer(dict.get(key), 1, bytes.size - 1));
    }
  }
  if (xref === null) throw new Irregular('no cross-references');
  return xref;
}

async function readSection(bytes: PdfBytes, at: number): Promise<Section> {
  const isStream = await bytes.parse(at, (parser) => parser.isAtDigit);
  return isStream ? readStreamSection(bytes, at) : readTableSection(bytes, at);
}

async function readTableSection(bytes: PdfBytes, at: number): Promise<Section> {
  const ranges: Range[] = [];
  let position = await bytes.parse(at, (parser) => {
    if (parser.isAtEnd || parser.keyword() !== 'xref') throw new Irregular('no cross-references');
    parser.lineEnd();
    return at + parser.position;
  });
  while (ranges.length < MAX_SUBSECTIONS) {
    const from = position;
    const next = await bytes.parse(from, (parser) => subsectionOrTrailer(parser, from));
    if ('dict' in next) return { ...next, ranges, stream: null };
    ranges.push(next);
    position = next.at + next.count * ENTRY_BYTES;
  }
  throw new Irregular('too many subsections');
}

function subsectionOrTrailer(parser: PdfParser, from: number): Range | Pick<Section, 'dict' | 'dictAt'> {
  parser.skipSpace();
  if (!parser.isAtDigit) {
    parser.expect('trailer');
    const dictAt = from + parser.position;
    const dict = parser.dictionary();
    parser.expect('startxref');
    parser.unsigned();
    return { dict, dictAt };
  }
  const first = parser.unsigned();
  const count = parser.unsigned();
  if (first + count > MAX_OBJECTS) throw new Irregular('too many objects');
  parser.lineEnd();
  return { first, count, at: from + parser.position };
}

async function readStreamSection(bytes: PdfBytes, at: number): Promise<Section> {
  const { dict, dictAt, data } = await bytes.parse(at, (parser) => {
    parser.header();
    const dictAt = at + parser.position;
    const dict = parser.dictionary();
    parser.expect('stream');
    parser.streamStart();
    return { dict, dictAt, data: at + parser.position };
  });
  if (!isName(dict.get('Type'), 'XRef')) throw new Irregular('no cross-reference stream');
  const length = integer(dict.get('Length'), 1, bytes.size - data);
  await bytes.parse(data + length, (parser) => parser.streamEnd());
  const widths = widthsOf(dict.get('W'));
  const ranges = rangesOf(dict.get('Index') ?? [0, dict.get('Size') ?? null]);
  const expected = ranges.reduce((sum, { count }) => sum + count, 0) * (widths[0] + widths[1] + widths[2]);
  const decoded = decode(dict, await bytes.exactly(data, length), expected);
  if (decoded.length !== expected) throw new Irregular('cross-references are missing');
  bytes.spend(expected);
  return { dict, dictAt, ranges, stream: { bytes: decoded, widths } };
}

function widthsOf(value: PdfValue | undefined): [number, number, number] {
  if (!Array.isArray(value) || value.length !== 3) throw new Irregular('unusual widths');
  return [integer(value[0], 0, 1), integer(value[1], 1, 6), integer(value[2], 0, 4)];
}

function rangesOf(value: PdfValue): Range[] {
  if (!Array.isArray(value) || value.length % 2 !== 0 || value.length > 2 * MAX_SUBSECTIONS) {
    throw new Irregular('an unusual index');
  }
  const ranges: Range[] = [];
  let entries = 0;
  for (let i = 0; i < value.length; i += 2) {
    const first = integer(value[i], 0, MAX_OBJECTS);
    const count = integer(value[i + 1], 0, MAX_OBJECTS - first);
    entries += count;
    if (entries > MAX_ENTRIES) throw new Irregular('too many cross-references');
    ranges.push({ first, count, at: 0 });
  }
  return ranges;
}

async function fill(table: XrefTable, bytes: PdfBytes, { ranges, stream }: Section): Promise<void> {
  if (stream !== null) {
    fillFromStream(table, ranges, stream.bytes, stream.widths);
    return;
  }
  for (const { first, count, at } of ranges) {
    for (let done = 0; done < count; done += ENTRIES_AT_ONCE) {
      const now = Math.min(ENTRIES_AT_ONCE, count - done);
      const lines = await bytes.exactly(at + done * ENTRY_BYTES, now * ENTRY_BYTES);
      for (let i = 0; i < now; i += 1) setFromLine(table, first + done + i, lines, i * ENTRY_BYTES, done + i);
    }
  }
}

/** `oooooooooo ggggg n` and two bytes of line end: exactly 20 bytes (7.5.4). */
function setFromLine(table: XrefTable, num: number, lines: Buffer, at: number, nth: number): void {
  const offset = digits(lines, at, 10);
  const gen = digits(lines, at + 11, 5);
  const type = lines[at + 17];
  const end = (lines[at + 18] ?? 0) * 256 + (lines[at + 19] ?? 0);
  const isRegular =
    lines[at + 10] === 0x20 &&
    lines[at + 16] === 0x20 &&
    (end === 0x200d || end === 0x200a || end === 0x0d0a);
  if (!isRegular) throw new Irregular('an unusual cross-reference');
  if (type === 0x66) {
    // Readers treat such a table as one whose numbers are all 1 too high.
    if (nth === 0 && num === 1) throw new Irregular('an unusual first cross-reference');
    table.set(num, FREE, 0, 0);
  } else if (type === 0x6e) {
    table.set(num, IN_USE, offset, gen);
  } else {
    throw new Irregular('an unusual cross-reference');
  }
}

function digits(bytes: Buffer, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i += 1) {
    const digit = (bytes[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) throw new Irregular('an unusual cross-reference');
    value = value * 10 + digit;
  }
  return value;
}

function fillFromStream(
  table: XrefTable,
  ranges: Range[],
  bytes: Buffer,
  [typeWidth, placeWidth, detailWidth]: [number, number, number],
): void {
  let at = 0;
  for (const { first, count } of ranges) {
    for (let num = first; num < first + count; num += 1) {
      const type = typeWidth === 0 ? IN_USE : bytes.readUInt8(at);
      const place = bytes.readUIntBE(at + typeWidth, placeWidth);
      const detail = detailWidth === 0 ? 0 : bytes.readUIntBE(at + typeWidth + placeWidth, detailWidth);
      at += typeWidth + placeWidth + detailWidth;
      table.set(num, type, place, detail);
    }
  }
}
