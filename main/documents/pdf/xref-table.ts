import { Irregular } from './values.ts';

/** Maximum number of objects in a document; a kit of hundreds of pages has some ten thousand. */
export const MAX_OBJECTS = 250_000;

/** Types of entries (ISO 32000-1, table 18). */
export const FREE = 0;
export const IN_USE = 1;
const COMPRESSED = 2;

/** Where an object is: at an offset of the document, or at position `index` in an object stream. */
export type XrefEntry = { offset: number; gen: number } | { container: number; index: number };

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
