import type { PdfBytes } from './bytes.ts';
import { decode } from './filter.ts';
import { PdfParser } from './syntax.ts';
import { Irregular, integer, isName, type PdfDict, PdfRef, type PdfValue } from './values.ts';

/** Maximum number of objects in a document; a kit of hundreds of pages has some ten thousand. */
export const MAX_OBJECTS = 250_000;

/** Types of entries (ISO 32000-1, table 18). */
export const FREE = 0;
export const IN_USE = 1;
const COMPRESSED = 2;

/** Where an object is: at an offset of the document, or at position `index` in an object stream. */
type XrefEntry = { offset: number; gen: number } | { container: number; index: number };

/** Positions of the objects, 11 bytes of memory each. The first entry added for an object is the newest, and is kept. */
export class XrefTable {
  /** Type of the entry plus 1; 0 if there is none. */
  readonly #kinds: Uint8Array;
  readonly #places: Float64Array;
  readonly #details: Uint16Array;

  /** @throws Irregular if `size`, the highest object number plus 1, is above the limit */
  constructor(size: number) {
    if (!(size > 0 && size <= MAX_OBJECTS)) throw new Irregular('too many objects');
    this.#kinds = new Uint8Array(size);
    this.#places = new Float64Array(size);
    this.#details = new Uint16Array(size);
  }

  /**
   * @param place the offset of an object in use, or the object stream that contains it
   * @param detail the generation, or the index in the object stream
   * @throws Irregular if such an entry is impossible
   */
  set(num: number, type: number, place: number, detail: number): void {
    if (num >= this.#kinds.length) throw new Irregular('an object above /Size');
    if (type > COMPRESSED) throw new Irregular('an unknown kind of cross-reference');
    if (type === IN_USE && place === 0) throw new Irregular('an object at the header');
    if (type !== FREE && num === 0) throw new Irregular('object 0 is in use');
    if (type !== FREE && detail > 65_535) throw new Irregular('a generation or index above the limit');
    if (this.#kinds[num] !== 0) return;
    this.#kinds[num] = type + 1;
    if (type === FREE) return;
    this.#places[num] = place;
    this.#details[num] = detail;
  }

  /** @throws Irregular if there is no such object */
  get(num: number): XrefEntry {
    const type = (this.#kinds[num] ?? 0) - 1;
    const place = this.#places[num] ?? 0;
    const detail = this.#details[num] ?? 0;
    if (type === IN_USE) return { offset: place, gen: detail };
    if (type === COMPRESSED) return { container: place, index: detail };
    throw new Irregular('a missing object');
  }

  /** The object with the highest offset. */
  last(): { num: number; offset: number; gen: number } {
    let num = 0;
    for (let i = 1; i < this.#kinds.length; i += 1) {
      if (this.#kinds[i] === IN_USE + 1 && (this.#places[i] ?? 0) > (this.#places[num] ?? 0)) num = i;
    }
    const entry = this.get(num);
    if (!('offset' in entry)) throw new Irregular('no object');
    return { num, ...entry };
  }
}

export interface PdfObject {
  /** For a stream, its dictionary. */
  value: PdfValue;
  /** Offset and length of a stream's data, bytes; null if it is not a stream. */
  data: { at: number; length: number } | null;
}

/** A decoded object stream (ISO 32000-1, 7.5.7). */
interface Container {
  bytes: Buffer;
  /** Object numbers, and where each object begins in `bytes`; one more for the end. */
  nums: number[];
  starts: number[];
}

/** Maximum decoded size of one object stream, bytes. */
const MAX_CONTAINER = 8 * 1024 ** 2;

/** Limits for object streams, bytes. */
export interface ContainerLimits {
  /** Total of decoded bytes, repeated decoding included. */
  decoded: number;
  /** Decoded bytes cached besides the stream in use. */
  kept: number;
}

const USUAL_LIMITS: ContainerLimits = { decoded: 32 * 1024 ** 2, kept: 1024 ** 2 };
const MAX_CONTAINED = 65_536;

/** Reads objects by reference. Every method throws Irregular for an object that a regular document would not have. */
export class PdfObjects {
  readonly #bytes: PdfBytes;
  readonly #table: XrefTable;
  /** Object streams by number, least recently used first. */
  readonly #containers = new Map<number, Container>();
  /** Numbers of the objects being read, to find objects that need themselves. */
  readonly #pending = new Set<number>();
  readonly #limits: ContainerLimits;
  #decoded = 0;

  constructor(bytes: PdfBytes, table: XrefTable, limits: ContainerLimits = USUAL_LIMITS) {
    this.#bytes = bytes;
    this.#table = table;
    this.#limits = limits;
  }

  /** The value itself, or the object that it refers to, which must not be a stream or another reference. */
  async resolve(value: PdfValue | undefined): Promise<PdfValue | undefined> {
    if (!(value instanceof PdfRef)) return value;
    const object = await this.load(value);
    if (object.data !== null) throw new Irregular('a stream in the wrong place');
    return object.value;
  }

  async dictionary(ref: PdfValue | undefined): Promise<PdfDict> {
    const value = ref instanceof PdfRef ? await this.resolve(ref) : null;
    if (!(value instanceof Map)) throw new Irregular('no dictionary');
    return value;
  }

  /** A rectangle with an area, by its sides: left, bottom, right, top; null for anything else. */
  async box(value: PdfValue | undefined): Promise<[number, number, number, number] | null> {
    const array = await this.resolve(value);
    if (!Array.isArray(array) || array.length !== 4) return null;
    const sides = await Promise.all(array.map((side) => this.resolve(side)));
    const [a, b, c, d] = sides.filter((side) => typeof side === 'number');
    if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
    if (a === c || b === d) return null;
    return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  }

  /** The result of `read` for an object's value, which must not be a stream. */
  async parse<T>({ num }: PdfRef, read: (parser: PdfParser) => T): Promise<T> {
    const entry = this.#table.get(num);
    if ('container' in entry) return read(parserAt(await this.#container(entry.container), entry.index));
    return this.#bytes.parse(entry.offset, (parser) => {
      parser.header();
      return read(parser);
    });
  }

  /** Checks that the table has it in use, at a possible place, without reading it. */
  expectInUse(ref: PdfRef): void {
    const entry = this.#table.get(ref.num);
    const isSound =
      'offset' in entry ? entry.gen === ref.gen && entry.offset < this.#bytes.size : ref.gen === 0;
    if (!isSound) throw new Irregular('a missing object');
  }

  async load(ref: PdfRef): Promise<PdfObject> {
    if (this.#pending.has(ref.num)) throw new Irregular('an object needs itself');
    this.#pending.add(ref.num);
    try {
      this.expectInUse(ref);
      const entry = this.#table.get(ref.num);
      const object =
        'offset' in entry
          ? await this.#atOffset(ref, entry.offset)
          : { value: await this.#atIndex(ref.num, entry.container, entry.index), data: null };
      if (object.value instanceof PdfRef) throw new Irregular('a reference to a reference');
      return object;
    } finally {
      this.#pending.delete(ref.num);
    }
  }

  async #atOffset(ref: PdfRef, offset: number): Promise<PdfObject> {
    const { value, at } = await this.#bytes.parse(offset, (parser) => {
      const { num, gen } = parser.header();
      if (num !== ref.num || gen !== ref.gen) throw new Irregular('another object');
      const value = parser.value();
      const end = parser.keyword();
      if (end === 'stream' && value instanceof Map) {
        parser.streamStart();
        return { value, at: offset + parser.position };
      }
      if (end !== 'endobj') throw new Irregular('an unfinished object');
      parser.afterObject();
      return { value, at: null };
    });
    if (at === null || !(value instanceof Map)) return { value, data: null };
    const length = integer(await this.resolve(value.get('Length')), 0, this.#bytes.size - at);
    await this.#bytes.parse(at + length, (parser) => parser.streamEnd());
    return { value, data: { at, length } };
  }

  async #atIndex(num: number, containerNum: number, index: number): Promise<PdfValue> {
    const container = await this.#container(containerNum);
    if (container.nums[index] !== num) throw new Irregular('another object');
    return this.#parseContained(container, index);
  }

  async #container(num: number): Promise<Container> {
    const container = this.#containers.get(num) ?? (await this.#readContainer(num));
    this.#containers.delete(num);
    this.#containers.set(num, container);
    let kept = 0;
    for (const { bytes } of this.#containers.values()) kept += bytes.length;
    for (const [oldest, { bytes }] of this.#containers) {
      if (kept <= this.#limits.kept || this.#containers.size === 1) break;
      kept -= bytes.length;
      this.#containers.delete(oldest);
    }
    return container;
  }

  async #readContainer(num: number): Promise<Container> {
    const { value, data } = await this.load(new PdfRef(num, 0));
    if (data === null || !(value instanceof Map) || !isName(value.get('Type'), 'ObjStm')) {
      throw new Irregular('no object stream');
    }
    const count = integer(value.get('N'), 1, MAX_CONTAINED);
    const first = integer(value.get('First'), 1, MAX_CONTAINER);
    const most = Math.min(MAX_CONTAINER, this.#limits.decoded - this.#decoded);
    if (data.length > most) throw new Irregular('too large an object stream');
    const bytes = decode(value, await this.#bytes.exactly(data.at, data.length), most);
    this.#decoded += bytes.length;
    const container = this.#index(bytes, count, first);
    // Readers parse all of them, and reject the stream at the first wrong one.
    for (let index = 0; index < count; index += 1) this.#parseContained(container, index);
    return container;
  }

  #index(bytes: Buffer, count: number, first: number): Container {
    if (first > bytes.length) throw new Irregular('an object stream without objects');
    const parser = new PdfParser(bytes.subarray(0, first), true);
    const container: Container = { bytes, nums: [], starts: [] };
    let least = 0;
    for (let i = 0; i < count; i += 1) {
      container.nums.push(parser.unsigned());
      const start = parser.unsigned();
      if (start < least || first + start >= bytes.length)
        throw new Irregular('an object stream out of order');
      container.starts.push(first + start);
      least = start + 1;
    }
    parser.skipSpace();
    if (!parser.isAtEnd || container.starts[0] !== first) throw new Irregular('garbage before an object');
    this.#bytes.spend(first);
    container.starts.push(bytes.length);
    return container;
  }

  #parseContained(container: Container, index: number): PdfValue {
    const parser = parserAt(container, index);
    this.#bytes.spend(parser.length);
    const value = parser.value();
    parser.skipSpace();
    if (!parser.isAtEnd) throw new Irregular('garbage after an object');
    return value;
  }
}

function parserAt({ bytes, starts }: Container, index: number): PdfParser {
  return new PdfParser(bytes.subarray(starts[index], starts[index + 1]), true);
}
