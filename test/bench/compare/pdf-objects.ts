/**
 * Reads all objects of a PDF file and writes them again, for tests that make other bytes of the same pages. Takes files that are
 * sound and not encrypted; objects are found by looking through the whole file.
 */
import { deflateSync, inflateSync } from 'node:zlib';

export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
export class Ref {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}
export class Text {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
export type Dict = Map<string, Value>;
export class Stream {
  dict: Dict;
  data: Buffer;
  constructor(dict: Dict, data: Buffer) {
    this.dict = dict;
    this.data = data;
  }
}
export type Value = null | boolean | number | Name | Ref | Text | Value[] | Dict | Stream;

/** An operator, or another word that is no object. */
export class Word {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));

/** Reads one value after the other. */
export class Reader {
  readonly bytes: Buffer;
  at: number;
  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  skip(): void {
    for (;;) {
      while (SPACE.has(this.bytes[this.at] ?? -1)) this.at += 1;
      if (this.bytes[this.at] !== 37) return;
      while (this.at < this.bytes.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13)
        this.at += 1;
    }
  }

  /** The next value or word; undefined at the end. @param withRefs whether `1 0 R` is a reference */
  next(withRefs = true): Value | Word | undefined {
    this.skip();
    const byte = this.bytes[this.at];
    if (byte === undefined) return undefined;
    if (byte === 47) return this.#name();
    if (byte === 40) return this.#literal();
    if (byte === 91) return this.#array(withRefs);
    if (byte === 60) return this.bytes[this.at + 1] === 60 ? this.#dict(withRefs) : this.#hex();
    if (DELIMITERS.has(byte)) {
      this.at += byte === 62 && this.bytes[this.at + 1] === 62 ? 2 : 1;
      return new Word(String.fromCharCode(byte));
    }
    return this.#plain(withRefs);
  }

  #token(): string {
    const from = this.at;
    while (
      this.at < this.bytes.length &&
      !SPACE.has(this.bytes[this.at] ?? 0) &&
      !DELIMITERS.has(this.bytes[this.at] ?? 0)
    )
      this.at += 1;
    return this.bytes.toString('latin1', from, this.at);
  }

  #plain(withRefs: boolean): Value | Word {
    const token = this.#token();
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(token)) {
      const after = this.at;
      const reference =
        withRefs &&
        /^\d+$/.test(token) &&
        /^[\s]+\d+[\s]+R(?![A-Za-z])/.exec(this.bytes.toString('latin1', after, after + 24));
      if (reference) {
        this.at += reference[0].length;
        return new Ref(Number(token));
      }
      return Number(token);
    }
    if (token === 'true' || token === 'false') return token === 'true';
    return token === 'null' ? null : new Word(token);
  }

  #name(): Name {
    this.at += 1;
    return new Name(
      this.#token().replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    );
  }

  #literal(): Text {
    const out: number[] = [];
    this.at += 1;
    for (let depth = 1; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at] ?? 0;
      if (byte === 92) {
        this.at += 1;
        const escaped = this.bytes[this.at] ?? 0;
        const plain = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 }[escaped];
        if (escaped >= 48 && escaped <= 55) {
          const octal = /^[0-7]{1,3}/.exec(this.bytes.toString('latin1', this.at, this.at + 3))?.[0] ?? '0';
          out.push(Number.parseInt(octal, 8) & 255);
          this.at += octal.length - 1;
        } else if (escaped === 13 || escaped === 10) {
          if (escaped === 13 && this.bytes[this.at + 1] === 10) this.at += 1;
        } else out.push(plain ?? escaped);
        continue;
      }
      if (byte === 40) depth += 1;
      if (byte === 41) depth -= 1;
      if (depth === 0) break;
      out.push(byte);
    }
    this.at += 1;
    return new Text(Buffer.from(out));
  }

  #hex(): Text {
    const end = this.bytes.indexOf('>', this.at);
    const digits = this.bytes.toString('latin1', this.at + 1, end).replace(/\s/g, '');
    this.at = end + 1;
    return new Text(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'));
  }

  #array(withRefs: boolean): Value[] {
    this.at += 1;
    const values: Value[] = [];
    for (;;) {
      const value = this.next(withRefs);
      if (value === undefined || (value instanceof Word && value.word === ']')) return values;
      if (!(value instanceof Word)) values.push(value);
    }
  }

  #dict(withRefs: boolean): Dict {
    this.at += 2;
    const dict: Dict = new Map();
    for (;;) {
      const key = this.next(withRefs);
      if (!(key instanceof Name)) return dict;
      const value = this.next(withRefs);
      if (!(value instanceof Word) && value !== undefined) dict.set(key.name, value);
    }
  }
}

/** A document's objects by number. */
export interface PdfFile {
  objects: Map<number, Value>;
  root: number;
}

/** Reads a file; null where it is encrypted or has no catalog. */
export function readPdf(bytes: Buffer): PdfFile | null {
  const text = bytes.toString('latin1');
  if (/\/Encrypt\s+\d+ \d+ R/.test(text)) return null;
  const objects = new Map<number, Value>();
  const starts = /(?<=^|[\s>])(\d+)\s+\d+\s+obj\b/g;
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const reader = new Reader(bytes, match.index + match[0].length);
    const value = reader.next();
    if (value === undefined || value instanceof Word) continue;
    reader.skip();
    if (value instanceof Map && text.startsWith('stream', reader.at)) {
      const from = reader.at + 6 + (text.startsWith('\r\n', reader.at + 6) ? 2 : 1);
      const length = value.get('Length');
      const known = typeof length === 'number' ? length : null;
      const end =
        known !== null && /^\s*endstream/.test(text.slice(from + known, from + known + 12))
          ? from + known
          : text.indexOf('endstream', from);
      objects.set(Number(match[1]), new Stream(value, bytes.subarray(from, end)));
      starts.lastIndex = end;
    } else {
      objects.set(Number(match[1]), value);
      starts.lastIndex = reader.at;
    }
  }
  for (const value of [...objects.values()])
    if (value instanceof Stream && nameOf(value.dict.get('Type')) === 'ObjStm') unpack(value, objects);
  for (const [number, value] of objects) {
    const type = value instanceof Stream ? nameOf(value.dict.get('Type')) : null;
    if (type === 'ObjStm' || type === 'XRef') objects.delete(number);
    if (value instanceof Stream) value.dict.delete('Length');
  }
  const root = [...objects].findLast(
    ([, value]) => value instanceof Map && nameOf(value.get('Type')) === 'Catalog',
  )?.[0];
  return root === undefined ? null : { objects, root };
}

function unpack(stream: Stream, objects: Map<number, Value>): void {
  const data = decoded(stream);
  if (data === null) return;
  const reader = new Reader(data);
  const first = Number(stream.dict.get('First') ?? 0);
  const places = Array.from({ length: Number(stream.dict.get('N') ?? 0) }, () => [
    Number(reader.next(false)),
    Number(reader.next(false)),
  ]);
  for (const [number = 0, at = 0] of places) {
    const value = new Reader(data, first + at).next();
    if (value !== undefined && !(value instanceof Word) && !objects.has(number)) objects.set(number, value);
  }
}

export function nameOf(value: Value | undefined): string | null {
  return value instanceof Name ? value.name : null;
}

/** The data of a stream without its filters; null where they are others than Flate, with the predictors of PNG. */
export function decoded({ dict, data }: Stream): Buffer | null {
  const filter = dict.get('Filter');
  const filters = (Array.isArray(filter) ? filter : filter === undefined ? [] : [filter]).map(nameOf);
  if (filters.length === 0) return data;
  if (filters.length > 1 || filters[0] !== 'FlateDecode') return null;
  const parameters = dict.get('DecodeParms');
  if (parameters === undefined) return inflateSync(data);
  if (!(parameters instanceof Map) || Number(parameters.get('Predictor')) < 10) return null;
  const value = (key: string, otherwise: number) => Number(parameters.get(key) ?? otherwise);
  const bits = value('Colors', 1) * value('BitsPerComponent', 8);
  return unpredicted(inflateSync(data), bits >> 3 || 1, Math.ceil((value('Columns', 1) * bits) / 8));
}

/** Takes the predictors of PNG out (RFC 2083, 6). */
function unpredicted(data: Buffer, size: number, line: number): Buffer {
  const rows = Math.floor(data.length / (line + 1));
  const out = Buffer.alloc(rows * line);
  for (let row = 0; row < rows; row += 1) {
    const type = data[row * (line + 1)];
    for (let at = 0; at < line; at += 1) {
      const here = row * line + at;
      const left = at >= size ? (out[here - size] ?? 0) : 0;
      const up = row > 0 ? (out[here - line] ?? 0) : 0;
      const corner = row > 0 && at >= size ? (out[here - line - size] ?? 0) : 0;
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
      out[here] = (data[row * (line + 1) + 1 + at] ?? 0) + (guesses[type ?? 0] ?? 0);
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Replaces a stream's data. @param level of the compression; null for none */
export function encode(stream: Stream, data: Buffer, level: number | null): void {
  stream.dict.delete('DecodeParms');
  if (level === null) stream.dict.delete('Filter');
  else stream.dict.set('Filter', new Name('FlateDecode'));
  stream.data = level === null ? data : deflateSync(data, { level });
}

/** A value as PDF. */
export function written(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return decimal(value);
  if (value instanceof Name)
    return `/${value.name.replace(/[^A-Za-z0-9_.+*-]/g, (sign) => `#${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
  if (value instanceof Ref) return `${value.number} 0 R`;
  if (value instanceof Text) return `<${value.bytes.toString('hex')}>`;
  if (Array.isArray(value)) return `[${value.map(written).join(' ')}]`;
  if (value instanceof Map)
    return `<<${[...value].map(([key, one]) => `${written(new Name(key))} ${written(one)}`).join('')}>>`;
  return '';
}

export function decimal(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(6).replace(/0+$/, '').replace(/\.$/, '');
}

/** The document as a file, its objects in this order. */
export function writePdf({ objects, root }: PdfFile, order: readonly number[] = [...objects.keys()]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const offsets = new Map<number, number>();
  const put = (piece: Buffer) => {
    parts.push(piece);
    length += piece.length;
  };
  for (const number of order) {
    const value = objects.get(number) ?? null;
    offsets.set(number, length);
    put(Buffer.from(`${number} 0 obj\n`));
    if (value instanceof Stream) {
      put(
        Buffer.from(
          `${written(new Map([...value.dict, ['Length', value.data.length]]))}\nstream\n`,
          'latin1',
        ),
      );
      put(value.data);
      put(Buffer.from('\nendstream\nendobj\n'));
    } else put(Buffer.from(`${written(value)}\nendobj\n`, 'latin1'));
  }
  const start = length;
  const size = Math.max(...order) + 1;
  let table = `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number += 1) {
    const offset = offsets.get(number);
    table +=
      offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  }
  put(Buffer.from(`${table}trailer\n<</Size ${size}/Root ${root} 0 R>>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

export function resolved(file: PdfFile, value: Value | undefined): Value | undefined {
  let found = value;
  for (let depth = 0; found instanceof Ref && depth < 20; depth += 1) found = file.objects.get(found.number);
  return found;
}

/** The pages of a document, in order, each with what it inherits. */
export function pagesOf(file: PdfFile): { number: number; dict: Dict }[] {
  const pages: { number: number; dict: Dict }[] = [];
  const visit = (reference: Value | undefined, inherited: Dict) => {
    const node = resolved(file, reference);
    if (!(node instanceof Map) || !(reference instanceof Ref)) return;
    const own = new Map(inherited);
    for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
      const value = node.get(key);
      if (value !== undefined) own.set(key, value);
    }
    const kids = resolved(file, node.get('Kids'));
    if (Array.isArray(kids)) for (const kid of kids) visit(kid, own);
    else {
      for (const [key, value] of own) if (!node.has(key)) node.set(key, value);
      pages.push({ number: reference.number, dict: node });
    }
  };
  const root = file.objects.get(file.root);
  if (root instanceof Map) visit(root.get('Pages'), new Map());
  return pages;
}

/** Makes these the pages of the document, in a flat tree. */
export function setPages(file: PdfFile, pages: readonly number[]): void {
  const root = file.objects.get(file.root);
  const tree = root instanceof Map ? root.get('Pages') : null;
  if (!(tree instanceof Ref)) throw new Error('no page tree');
  file.objects.set(
    tree.number,
    new Map<string, Value>([
      ['Type', new Name('Pages')],
      ['Count', pages.length],
      ['Kids', pages.map((page) => new Ref(page))],
    ]),
  );
  for (const page of pages) {
    const dict = file.objects.get(page);
    if (dict instanceof Map) dict.set('Parent', tree);
  }
}

/** A free number for a new object. */
export function addObject(file: PdfFile, value: Value): number {
  const number = Math.max(...file.objects.keys()) + 1;
  file.objects.set(number, value);
  return number;
}

/** What a page's operators are, decoded; null where that can't be done here. */
export function contentsOf(file: PdfFile, { dict }: { dict: Dict }): Buffer | null {
  const contents = resolved(file, dict.get('Contents'));
  const streams = (Array.isArray(contents) ? contents.map((one) => resolved(file, one)) : [contents]).filter(
    (one) => one instanceof Stream,
  );
  const data = streams.map(decoded);
  return data.includes(null)
    ? null
    : Buffer.concat(data.flatMap((one) => [one ?? Buffer.alloc(0), Buffer.from('\n')]));
}

export function setContents(
  file: PdfFile,
  { dict }: { dict: Dict },
  data: Buffer,
  level: number | null = 6,
): void {
  const stream = new Stream(new Map(), Buffer.alloc(0));
  encode(stream, data, level);
  dict.set('Contents', new Ref(addObject(file, stream)));
}
