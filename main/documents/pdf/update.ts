/** Writes values of PDF documents (ISO 32000-1, 7.3). */

/** Three decimals are 1/1000 of a point: less than any eye sees. */
export function number(value: number): string {
  return String(Number(value.toFixed(3)));
}

export function numbers(values: readonly number[]): string {
  return values.map(number).join(' ');
}

/** A text string (7.9.2.2): ASCII unchanged, all else as UTF-16 with a byte order mark. */
export function text(value: string): string {
  if (/^[\t\n\r\x20-\x7e]*$/.test(value)) {
    return `(${value.replace(/[\\()]/g, '\\$&').replace(/\r/g, '\\r')})`;
  }
  return `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;
}

/** A date (7.9.4), in UTC. @param ms since 1970 UTC */
export function date(ms: number): string {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
  return `(D:${digits}Z)`;
}

/** Entries of a dictionary: a key, and its value as written. */
export type Entries = readonly (readonly [string, string])[];

export function dictionary(entries: Entries): string {
  const parts = entries.map(([key, value]) => `/${name(key)} ${value}`);
  return `<< ${parts.join(' ')} >>`;
}

/** A name without its slash: irregular characters are written as their code (7.3.5). */
export function name(name: string): string {
  return name.replace(
    /[^!-~]|[#()<>[\]{}/%]/g,
    (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** @param data one byte a character (latin1) */
export function stream(entries: Entries, data: string): string {
  const length = Buffer.byteLength(data, 'latin1');
  return `${dictionary([...entries, ['Length', String(length)]])}\nstream\n${data}\nendstream`;
}

interface UpdateBase {
  /** Length of the document, bytes. */
  size: number;
  /** Offset of its newest cross-reference section. */
  start: number;
  /** The highest object number in use plus 1. */
  nextNum: number;
  /** Whether its newest cross-references are a stream: the update uses the same form (7.5.8.4). */
  isStream: boolean;
  /** Entries that the new trailer repeats: /Root, /Info, /ID, as written. */
  trailer: Entries;
}

interface Place {
  num: number;
  gen: number;
  offset: number;
}

/**
 * An incremental update (ISO 32000-1, 7.5.6): objects and their cross-references, to be appended to the document's
 * bytes. These stay unchanged, and with them everything that a signature covers.
 */
export class PdfUpdate {
  readonly #base: UpdateBase;
  readonly #pieces: Buffer[] = [];
  readonly #places: Place[] = [];
  /** Offset of the next piece in the copy. */
  #offset: number;
  #nextNum: number;

  constructor(base: UpdateBase) {
    this.#base = base;
    this.#offset = base.size;
    this.#nextNum = base.nextNum;
    this.#write('\n');
  }

  /** Reserves a new object's number, for `put`. */
  reserve(): number {
    this.#nextNum += 1;
    return this.#nextNum - 1;
  }

  /** Writes a new object, or replaces one of the document's. @param value one byte a character (latin1) */
  put(num: number, value: string, gen = 0): void {
    this.#places.push({ num, gen, offset: this.#offset });
    this.#write(`${num} ${gen} obj\n${value}\nendobj\n`);
  }

  /** Writes a new object and returns a reference to it. */
  add(value: string): string {
    const num = this.reserve();
    this.put(num, value);
    return `${num} 0 R`;
  }

  /** The bytes to append. No object may be written after this. */
  finish(): Buffer {
    const { isStream, start, trailer } = this.#base;
    const at = this.#offset;
    const num = isStream ? this.reserve() : 0;
    if (isStream) this.#places.push({ num, gen: 0, offset: at });
    const ranges = this.#ranges();
    const entries = [['Size', String(this.#nextNum)], ...trailer, ['Prev', String(start)]] as const;
    if (isStream) this.#writeStream(num, ranges, entries);
    else this.#writeTable(ranges, entries);
    this.#write(`startxref\n${at}\n%%EOF\n`);
    return Buffer.concat(this.#pieces);
  }

  #writeTable(ranges: Place[][], trailer: Entries): void {
    this.#write('xref\n');
    for (const range of ranges) {
      this.#write(`${range[0]?.num} ${range.length}\n`);
      for (const { offset, gen } of range) {
        this.#write(`${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} n\r\n`);
      }
    }
    this.#write(`trailer\n${dictionary(trailer)}\n`);
  }

  #writeStream(num: number, ranges: Place[][], trailer: Entries): void {
    const places = ranges.flat();
    const data = Buffer.alloc(places.length * 9);
    for (const [i, { offset, gen }] of places.entries()) {
      data[i * 9] = 1;
      data.writeUIntBE(offset, i * 9 + 1, 6);
      data.writeUInt16BE(gen, i * 9 + 7);
    }
    const index = ranges.map((range) => `${range[0]?.num} ${range.length}`).join(' ');
    const entries: Entries = [['Type', '/XRef'], ...trailer, ['W', '[1 6 2]'], ['Index', `[${index}]`]];
    this.#write(`${num} 0 obj\n${stream(entries, data.toString('latin1'))}\nendobj\n`);
  }

  /** The objects by number, in ranges without gaps. */
  #ranges(): Place[][] {
    const ranges: Place[][] = [];
    for (const place of this.#places.toSorted((a, b) => a.num - b.num)) {
      const last = ranges.at(-1);
      if (last?.at(-1)?.num === place.num - 1) last?.push(place);
      else ranges.push([place]);
    }
    return ranges;
  }

  #write(text: string): void {
    const bytes = Buffer.from(text, 'latin1');
    this.#pieces.push(bytes);
    this.#offset += bytes.length;
  }
}
