/**
 * The objects of a PDF file in the syntax of ISO 32000-1, 7.2 and 7.3. Stricter than any reader: syntax that a regular
 * producer would not write is refused (`Irregular`), so the rest means the same to every reader.
 */

import { Irregular, NeedMore, type PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from './values.ts';

/** Maximum nesting of arrays and dictionaries. */
const MAX_NESTING = 64;
/** Maximum number of values in one object, so that a few bytes do not become many objects in memory. */
const MAX_VALUES = 50_000;

/** ISO 32000-1, 7.2.2: white-space separates tokens, and delimiters end a token and are tokens themselves. */
const WHITE_SPACE = [0, 9, 10, 12, 13, 32] as const;
const DELIMITERS = '()<>[]{}/%';
const space = 1;
const delimiter = 2;
/** White-space, delimiters, and 0 for the rest. */
const kinds = new Uint8Array(256);
for (const code of WHITE_SPACE) kinds[code] = space;
for (const character of DELIMITERS) kinds[character.charCodeAt(0)] = delimiter;

const NUMBER_FORM = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const HEX_FORM = /^[\da-f\0\t\n\f\r ]*$/i;
const CONSTANTS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** An object number or a generation. */
const DIGITS_FORM = /^\d{1,10}$/;

/** A cursor over some bytes of a document. Every method throws Irregular or NeedMore, and then leaves the cursor anywhere. */
export class PdfParser {
  position = 0;
  readonly #bytes: Buffer;
  /** Whether the bytes end with the document. */
  readonly #isEnd: boolean;
  #values = 0;

  constructor(bytes: Buffer, isEnd: boolean) {
    this.#bytes = bytes;
    this.#isEnd = isEnd;
  }

  /** Number of bytes under the cursor. */
  get length(): number {
    return this.#bytes.length;
  }

  /** Skips white-space and comments. */
  skipSpace(): void {
    for (;;) {
      const code = this.#at(this.position);
      if (code === 0x25) while (![-1, 0x0a, 0x0d].includes(this.#at(this.position))) this.position += 1;
      else if (kinds[code] === space) this.position += 1;
      else return;
    }
  }

  /** Whether the end of the document is reached. */
  get isAtEnd(): boolean {
    return this.#at(this.position) < 0;
  }

  /** Whether a digit is next. */
  get isAtDigit(): boolean {
    return isDigit(this.#at(this.position));
  }

  /** An unsigned integer after white-space. */
  unsigned(): number {
    const text = this.keyword();
    if (!DIGITS_FORM.test(text)) throw new Irregular('no unsigned integer');
    return Number(text);
  }

  /** The keyword after white-space. */
  keyword(): string {
    this.skipSpace();
    return this.#token();
  }

  /** @throws Irregular if another keyword follows */
  expect(keyword: string): void {
    if (this.keyword() !== keyword) throw new Irregular(`${keyword} is missing`);
  }

  /** `N G obj`, exactly at the cursor. */
  header(): { num: number; gen: number } {
    if (!this.isAtDigit) throw new Irregular('no object');
    const num = this.unsigned();
    const gen = this.unsigned();
    this.expect('obj');
    return { num, gen };
  }

  /** The line end after `stream`: CR LF or LF, not CR (7.3.8.1). */
  streamStart(): void {
    if (this.#at(this.position) === 0x0d) this.position += 1;
    if (this.#at(this.position) !== 0x0a) throw new Irregular('stream without a line end');
    this.position += 1;
  }

  /** The text after a stream's data in a regular document. */
  streamEnd(): void {
    this.expect('endstream');
    this.expect('endobj');
    this.afterObject();
  }

  /** The text after an `endobj` in a regular document. */
  afterObject(): void {
    this.skipSpace();
    if (this.isAtEnd) return;
    if (this.isAtDigit) this.unsigned();
    else if (!['xref', 'startxref'].includes(this.keyword())) throw new Irregular('garbage after an object');
  }

  /** The spaces and the line end before the entries of a cross-reference subsection. */
  lineEnd(): void {
    while (this.#at(this.position) === 0x20) this.position += 1;
    const code = this.#at(this.position);
    if (code !== 0x0d && code !== 0x0a) throw new Irregular('no line end');
    this.position += 1;
    if (code === 0x0d && this.#at(this.position) === 0x0a) this.position += 1;
  }

  /** A dictionary after white-space. */
  dictionary(): PdfDict {
    const value = this.value();
    if (!(value instanceof Map)) throw new Irregular('no dictionary');
    return value;
  }

  /** The object after white-space as written, one byte a character (latin1). */
  raw(): string {
    this.skipSpace();
    const from = this.position;
    this.value();
    return this.#bytes.toString('latin1', from, this.position);
  }

  /** The entries of the dictionary after white-space, as written. */
  rawDictionary(): Map<string, string> {
    this.skipSpace();
    if (!this.#isAtDictionary) throw new Irregular('no dictionary');
    return this.#dictionary(0, (parser) => parser.raw());
  }

  /** The object after white-space; for a stream, its dictionary. */
  value(nesting = 0): PdfValue {
    this.#values += 1;
    if (this.#values > MAX_VALUES || nesting > MAX_NESTING) throw new Irregular('too large an object');
    this.skipSpace();
    const code = this.#at(this.position);
    switch (code) {
      case 0x2f:
        return new PdfName(this.#name());
      case 0x28:
        return this.#string();
      case 0x5b:
        return this.#array(nesting);
      case 0x3c:
        return this.#isAtDictionary ? this.#dictionary(nesting, readValue) : this.#hexString();
      default:
        return this.#numberOrWord();
    }
  }

  /** The byte at `position`, -1 after the end of the document. */
  #at(position: number): number {
    const code = this.#bytes[position];
    if (code !== undefined) return code;
    if (this.#isEnd) return -1;
    throw new NeedMore();
  }

  get #isAtDictionary(): boolean {
    return this.#at(this.position) === 0x3c && this.#at(this.position + 1) === 0x3c;
  }

  /** Regular characters, exactly at the cursor. Anything longer than any number or keyword is irregular. */
  #token(): string {
    const start = this.position;
    while (kinds[this.#at(this.position)] === 0) {
      this.position += 1;
      if (this.position - start > 64) throw new Irregular('too long a word');
    }
    return this.#bytes.toString('latin1', start, this.position);
  }

  #numberOrWord(): PdfValue {
    const text = this.#token();
    if (DIGITS_FORM.test(text)) return this.#reference(Number(text));
    if (NUMBER_FORM.test(text)) return Number(text);
    const value = CONSTANTS.get(text);
    if (value === undefined) throw new Irregular('no object');
    return value;
  }

  /** `num` alone, or a reference with the `gen R` that follows it. */
  #reference(num: number): PdfRef | number {
    const after = this.position;
    this.skipSpace();
    if (this.isAtDigit) {
      const gen = this.#token();
      if (DIGITS_FORM.test(gen)) {
        this.skipSpace();
        if (this.#at(this.position) === 0x52 && this.#token() === 'R') return new PdfRef(num, Number(gen));
      }
    }
    this.position = after;
    return num;
  }

  #name(): string {
    const start = this.position + 1;
    this.position = start;
    while (kinds[this.#at(this.position)] === 0) this.position += 1;
    const text = this.#bytes.toString('latin1', start, this.position);
    if (!text.includes('#')) return text;
    return text.replace(/#(.{0,2})/gs, (_all, hex: string) => {
      if (!/^[0-9a-f]{2}$/i.test(hex)) throw new Irregular('a bad # in a name');
      return String.fromCharCode(Number.parseInt(hex, 16));
    });
  }

  #string(): PdfString {
    let open = 0;
    const start = this.position + 1;
    for (;;) {
      const code = this.#at(this.position);
      if (code < 0) throw new Irregular('an unfinished string');
      this.position += 1;
      if (code === 0x5c) {
        if (this.#at(this.position) < 0) throw new Irregular('an unfinished string');
        this.position += 1;
      } else if (code === 0x28) {
        open += 1;
      } else if (code === 0x29) {
        open -= 1;
        if (open === 0) return new PdfString(`(${this.#bytes.toString('latin1', start, this.position - 1)}`);
      }
    }
  }

  #hexString(): PdfString {
    this.position += 1;
    const start = this.position;
    while (kinds[this.#at(this.position)] !== delimiter && this.#at(this.position) >= 0) this.position += 1;
    const digits = this.#bytes.toString('latin1', start, this.position);
    if (this.#at(this.position) !== 0x3e || !HEX_FORM.test(digits))
      throw new Irregular('a bad hexadecimal string');
    this.position += 1;
    return new PdfString(`<${digits}`);
  }

  #array(nesting: number): PdfValue[] {
    const values: PdfValue[] = [];
    this.position += 1;
    for (;;) {
      this.skipSpace();
      if (this.#at(this.position) === 0x5d) break;
      values.push(this.value(nesting + 1));
    }
    this.position += 1;
    return values;
  }

  #dictionary<T>(nesting: number, read: (parser: PdfParser, nesting: number) => T): Map<string, T> {
    const entries = new Map<string, T>();
    this.position += 2;
    for (;;) {
      this.skipSpace();
      const code = this.#at(this.position);
      if (code === 0x3e && this.#at(this.position + 1) === 0x3e) break;
      if (code !== 0x2f) throw new Irregular('a key that is no name');
      const key = this.#name();
      // Readers differ in which of the two they use.
      if (entries.has(key)) throw new Irregular('a key comes twice');
      entries.set(key, read(this, nesting + 1));
    }
    this.position += 2;
    return entries;
  }
}

function readValue(parser: PdfParser, nesting: number): PdfValue {
  return parser.value(nesting);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
