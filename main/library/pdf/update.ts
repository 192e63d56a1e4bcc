import { dictionary } from './write.ts';

export interface UpdateBase {
  /** Length of the document, bytes. */
  size: number;
  /** Offset of its newest cross-references. */
  start: number;
  /** The highest object number in use and 1. */
  nextNum: number;
  /** Whether its newest cross-references are a stream: the update's are as they are (7.5.8.4). */
  isStream: boolean;
  /** What the new trailer repeats: /Root, /Info, /ID, as they are written. */
  trailer: readonly (readonly [string, string])[];
}

/**
 * An incremental update (ISO 32000-1, 7.5.6): objects and their cross-references, to be written behind the document's
 * own bytes. Those stay as they are, and with them what a signature covers.
 */
export class PdfUpdate {
  readonly #base: UpdateBase;
  readonly #parts: Buffer[] = [];
  readonly #places: { num: number; gen: number; offset: number }[] = [];
  #length = 0;
  #nextNum: number;

  constructor(base: UpdateBase) {
    this.#base = base;
    this.#nextNum = base.nextNum;
    this.#write('\n');
  }

  /** A new object's number, for `put`. */
  reserve(): number {
    const num = this.#nextNum;
    this.#nextNum += 1;
    return num;
  }

  /** Writes an object: a new one, or in place of one of the document's. @param value one character a byte */
  put(num: number, value: string, gen = 0): void {
    this.#places.push({ num, gen, offset: this.#base.size + this.#length });
    this.#write(`${num} ${gen} obj\n${value}\nendobj\n`);
  }

  /** Writes a new object and answers with a reference to it. */
  add(value: string): string {
    const num = this.reserve();
    this.put(num, value);
    return `${num} 0 R`;
  }

  /** The bytes to append. Nothing may be put after this. */
  finish(): Buffer {
    const at = this.#base.size + this.#length;
    if (this.#base.isStream) this.#writeStream(at);
    else this.#writeTable();
    this.#write(`startxref\n${at}\n%%EOF\n`);
    return Buffer.concat(this.#parts);
  }

  #trailer(size: number): [string, string][] {
    return [
      ['Size', String(size)],
      ...this.#base.trailer.map(([key, value]): [string, string] => [key, value]),
      ['Prev', String(this.#base.start)],
    ];
  }

  #writeTable(): void {
    this.#write('xref\n');
    for (const run of this.#runs()) {
      this.#write(`${run[0]?.num ?? 0} ${run.length}\n`);
      for (const { offset, gen } of run) {
        this.#write(`${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} n\r\n`);
      }
    }
    this.#write(`trailer\n${dictionary(this.#trailer(this.#nextNum))}\n`);
  }

  #writeStream(at: number): void {
    const num = this.reserve();
    this.#places.push({ num, gen: 0, offset: at });
    const runs = this.#runs();
    const entries = Buffer.concat(
      runs.flat().map(({ offset, gen }) => {
        const entry = Buffer.alloc(9);
        entry[0] = 1;
        entry.writeUIntBE(offset, 1, 6);
        entry.writeUInt16BE(gen, 7);
        return entry;
      }),
    );
    const index = runs.map((run) => `${run[0]?.num ?? 0} ${run.length}`).join(' ');
    const dict = dictionary([
      ['Type', '/XRef'],
      ...this.#trailer(this.#nextNum),
      ['W', '[1 6 2]'],
      ['Index', `[${index}]`],
      ['Length', String(entries.length)],
    ]);
    this.#write(`${num} 0 obj\n${dict}\nstream\n`);
    this.#append(entries);
    this.#write('\nendstream\nendobj\n');
  }

  /** The objects in the order of their numbers, in runs without a gap. */
  #runs(): { num: number; gen: number; offset: number }[][] {
    const runs: { num: number; gen: number; offset: number }[][] = [];
    for (const place of this.#places.toSorted((a, b) => a.num - b.num)) {
      const last = runs.at(-1);
      if (last !== undefined && last.at(-1)?.num === place.num - 1) last.push(place);
      else runs.push([place]);
    }
    return runs;
  }

  #write(words: string): void {
    this.#append(Buffer.from(words, 'latin1'));
  }

  #append(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}
