/** Reads objects of a regular PDF document as the bytes that they are, so that an update repeats them unchanged. */
import type { PdfBytes } from './bytes.ts';
import { decode } from './filter.ts';
import type { PdfObjects } from './objects.ts';
import { PdfParser } from './syntax.ts';
import { Irregular, integer, PdfName, PdfRef } from './values.ts';
import type { XrefTable } from './xref-table.ts';

/** A dictionary's entries: each value as the text that it is, one character a byte (latin1). */
export type RawDict = Map<string, string>;

/** Decoded bytes of one object stream. */
const max_container = 8 * 1024 ** 2;
/** Decoded object streams that are kept. */
const max_kept = 4;
const entry_bytes = 20;

/** Every method throws Irregular where the document is not as a regular one, and what its source throws. */
export class RawObjects {
  readonly #bytes: PdfBytes;
  readonly #table: XrefTable;
  readonly #objects: PdfObjects;
  /** By number, the oldest first. */
  readonly #containers = new Map<number, Buffer[]>();

  constructor(bytes: PdfBytes, table: XrefTable, objects: PdfObjects) {
    this.#bytes = bytes;
    this.#table = table;
    this.#objects = objects;
  }

  async dictionary(ref: PdfRef): Promise<RawDict> {
    return rawEntries(await this.value(ref));
  }

  /** The object's value without `N G obj` and `endobj`; it is no stream. */
  async value({ num, gen }: PdfRef): Promise<Buffer> {
    const entry = this.#table.get(num);
    if ('offset' in entry) {
      const { from, to } = await this.#bytes.parse(entry.offset, (parser) => {
        const header = parser.header();
        if (header.num !== num || header.gen !== gen) throw new Irregular('another object');
        const span = spanOf(parser);
        parser.expect('endobj');
        return span;
      });
      return this.#bytes.exactly(entry.offset + from, to - from);
    }
    const container = this.#containers.get(entry.container) ?? (await this.#container(entry.container));
    const object = container[entry.index];
    if (object === undefined) throw new Irregular('a missing object');
    return object;
  }

  async #container(num: number): Promise<Buffer[]> {
    const { value, data } = await this.#objects.load(new PdfRef(num, 0));
    if (data === null || !(value instanceof Map)) throw new Irregular('no object stream');
    const bytes = decode(value, await this.#bytes.exactly(data.at, data.length), max_container);
    this.#bytes.spend(bytes.length);
    const first = integer(value.get('First'), 1, bytes.length);
    const parser = new PdfParser(bytes.subarray(0, first), true);
    const starts = Array.from({ length: integer(value.get('N'), 1, first) }, () => {
      parser.skipSpace();
      parser.unsigned();
      parser.skipSpace();
      return first + parser.unsigned();
    });
    const objects = starts.map((start, index) => bytes.subarray(start, starts[index + 1] ?? bytes.length));
    this.#containers.set(num, objects);
    for (const oldest of this.#containers.keys()) {
      if (this.#containers.size <= max_kept) break;
      this.#containers.delete(oldest);
    }
    return objects;
  }
}

/** The newest trailer's dictionary, or that of the newest cross-reference stream, and which of both it is. */
export async function rawTrailer(
  bytes: PdfBytes,
  start: number,
): Promise<{ entries: RawDict; isStream: boolean }> {
  const isStream = await bytes.parse(start, (parser) => parser.isAtDigit);
  let at = start;
  if (!isStream) {
    let next = await bytes.parse(at, (parser) => {
      parser.expect('xref');
      parser.lineEnd();
      return at + parser.position;
    });
    for (; next !== at; ) {
      at = next;
      next = await bytes.parse(at, (parser) => {
        parser.skipSpace();
        if (!parser.isAtDigit) return at;
        parser.unsigned();
        parser.skipSpace();
        const count = parser.unsigned();
        parser.lineEnd();
        return at + parser.position + count * entry_bytes;
      });
    }
  }
  const { from, to } = await bytes.parse(at, (parser) => {
    if (isStream) parser.header();
    else parser.expect('trailer');
    return spanOf(parser);
  });
  return { entries: rawEntries(await bytes.exactly(at + from, to - from)), isStream };
}

/** @throws Irregular where the bytes are no dictionary */
export function rawEntries(bytes: Buffer): RawDict {
  const parser = new PdfParser(bytes, true);
  parser.skipSpace();
  if (bytes.toString('latin1', parser.position, parser.position + 2) !== '<<')
    throw new Irregular('no dictionary');
  parser.position += 2;
  const entries: RawDict = new Map();
  for (;;) {
    parser.skipSpace();
    if (bytes[parser.position] === 0x3e) return entries;
    const key = parser.value();
    if (!(key instanceof PdfName)) throw new Irregular('a key that is no name');
    const { from, to } = spanOf(parser);
    entries.set(key.name, bytes.toString('latin1', from, to));
  }
}

function spanOf(parser: PdfParser): { from: number; to: number } {
  parser.skipSpace();
  const from = parser.position;
  parser.value();
  return { from, to: parser.position };
}
