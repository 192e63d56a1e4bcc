import { Irregular } from './values.ts';

/** Objects that a document may have here; a kit of hundreds of pages has some ten thousand. */
export const max_objects = 250_000;

const in_use = 1;
const compressed = 2;
const free = 3;

/** Where an object is: at an offset of the document, or the `index`th one of an object stream. */
export type XrefEntry = { offset: number; gen: number } | { container: number; index: number };

/** Where the objects are, 11 bytes of memory an object. The first entry that comes for an object counts: the newest. */
export class XrefTable {
  readonly #kinds: Uint8Array;
  readonly #places: Float64Array;
  readonly #details: Uint16Array;

  /** @throws Irregular where `size`, the highest object number and 1, is larger than the limit */
  constructor(size: number) {
    if (!(size > 0 && size <= max_objects)) throw new Irregular('too many objects');
    this.#kinds = new Uint8Array(size);
    this.#places = new Float64Array(size);
    this.#details = new Uint16Array(size);
  }

  setFree(num: number): void {
    this.#set(num, free, 0, 0);
  }

  setInUse(num: number, offset: number, gen: number): void {
    if (offset === 0) throw new Irregular('an object at the header');
    this.#set(num, in_use, offset, gen);
  }

  setCompressed(num: number, container: number, index: number): void {
    this.#set(num, compressed, container, index);
  }

  /** @throws Irregular where there is no such object */
  get(num: number): XrefEntry {
    const place = this.#places[num] ?? 0;
    const detail = this.#details[num] ?? 0;
    if (this.#kinds[num] === in_use) return { offset: place, gen: detail };
    if (this.#kinds[num] === compressed) return { container: place, index: detail };
    throw new Irregular('a missing object');
  }

  /** The object with the highest offset. */
  last(): { num: number; offset: number; gen: number } {
    let num = 0;
    for (let i = 1; i < this.#kinds.length; i += 1) {
      if (this.#kinds[i] === in_use && (this.#places[i] ?? 0) > (this.#places[num] ?? 0)) num = i;
    }
    const entry = this.get(num);
    if (!('offset' in entry)) throw new Irregular('no object');
    return { num, ...entry };
  }

  #set(num: number, kind: number, place: number, detail: number): void {
    if (num >= this.#kinds.length) throw new Irregular('an object above /Size');
    if (num === 0 && kind !== free) throw new Irregular('object 0 is in use');
    if (detail > 65_535) throw new Irregular('a generation or index above the limit');
    if (this.#kinds[num] !== 0) return;
    this.#kinds[num] = kind;
    this.#places[num] = place;
    this.#details[num] = detail;
  }
}
