/**
 * Reads rows straight from the pages of a damaged SQLite file (sqlite.org/fileformat2.html), as its `.recover` does:
 * what SQLite itself refuses as a whole may still hold most of its rows. It never writes, and never throws on damage.
 */

/** A value of a record. Integers that JavaScript can't hold exactly are bigints. */
export type ScannedValue = null | number | bigint | string | Uint8Array;

export interface ScannedRow {
  rowid: number;
  values: ScannedValue[];
}

/** What was found in a file. */
export interface Scan {
  /** By table: the rows that are reachable from the table's root, and so are its present ones. */
  tables: ReadonlyMap<string, ScannedRow[]>;
  /**
   * Rows of pages that nothing leads to, of any table; empty where every table was read whole. They may be out of date:
   * a page that was given up keeps its rows. Pages of a readable freelist are left out.
   */
  stray: ScannedRow[];
  /** Whether anything could not be read. */
  damaged: boolean;
}

const TABLE_LEAF = 0x0d;
const TABLE_INTERIOR = 0x05;
/** The file header stands before the first page's own. */
const FILE_HEADER = 100;

/** @param pages from page 1 on (page-image.ts) */
export function scanPages(pages: readonly Uint8Array[]): Scan {
  return new Scanner(pages).scan();
}

class Scanner {
  readonly #pages: readonly Buffer[];
  readonly #usable: number;
  readonly #visited = new Set<number>();
  #damaged = false;

  constructor(pages: readonly Uint8Array[]) {
    this.#pages = pages.map((page) => Buffer.from(page.buffer, page.byteOffset, page.byteLength));
    // Our files reserve nothing at the end of a page; the header's byte for that may itself be damaged.
    this.#usable = this.#pages[0]?.length ?? 0;
  }

  scan(): Scan {
    const tables = new Map<string, ScannedRow[]>();
    const schema = this.#walk(1);
    if (schema.length === 0) this.#damaged = true;
    for (const { values } of schema) {
      const [type, name, , root] = values;
      if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number') continue;
      tables.set(name, this.#walk(root));
    }
    return { tables, stray: this.#damaged ? this.#strays() : [], damaged: this.#damaged };
  }

  /** The rows below a page, in the order of their ids; what can't be read is passed over. */
  #walk(root: number): ScannedRow[] {
    const rows: ScannedRow[] = [];
    const waiting = [root];
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const page = this.#pages[number - 1];
      const start = number === 1 ? FILE_HEADER : 0;
      if (page === undefined || this.#visited.has(number)) {
        this.#damaged = true;
        continue;
      }
      const type = page[start];
      if (type === TABLE_LEAF) rows.push(...this.#leaf(page, start));
      else if (type === TABLE_INTERIOR) waiting.push(...this.#children(page, start).reverse());
      else this.#damaged = true;
      if (type === TABLE_LEAF || type === TABLE_INTERIOR) this.#visited.add(number);
    }
    return rows;
  }

  #strays(): ScannedRow[] {
    const free = this.#freePages();
    const rows: ScannedRow[] = [];
    for (const [index, page] of this.#pages.entries()) {
      if (this.#visited.has(index + 1) || free.has(index + 1)) continue;
      const start = index === 0 ? FILE_HEADER : 0;
      if (page[start] === TABLE_LEAF) rows.push(...this.#leaf(page, start));
    }
    return rows;
  }

  #freePages(): Set<number> {
    const free = new Set<number>();
    const first = this.#pages[0];
    if (first === undefined || first.toString('latin1', 0, 15) !== 'SQLite format 3') return free;
    for (let trunk = first.readUInt32BE(32); trunk !== 0 && !free.has(trunk); ) {
      const page = this.#pages[trunk - 1];
      if (page === undefined) break;
      free.add(trunk);
      const count = page.readUInt32BE(4);
      if (count > this.#usable / 4 - 2) break;
      for (let n = 0; n < count; n += 1) free.add(page.readUInt32BE(8 + 4 * n));
      trunk = page.readUInt32BE(0);
    }
    return free;
  }

  #cells(page: Buffer, start: number, header: number): number[] {
    const cells: number[] = [];
    for (let n = 0; n < page.readUInt16BE(start + 3); n += 1) {
      const at = start + header + 2 * n;
      const cell = at + 2 <= page.length ? page.readUInt16BE(at) : 0;
      if (cell >= start + header && cell < this.#usable) cells.push(cell);
      else this.#damaged = true;
    }
    return cells;
  }

  #children(page: Buffer, start: number): number[] {
    const children = this.#cells(page, start, 12).flatMap((cell) =>
      cell + 4 <= page.length ? [page.readUInt32BE(cell)] : [],
    );
    children.push(page.readUInt32BE(start + 8));
    return children;
  }

  #leaf(page: Buffer, start: number): ScannedRow[] {
    const rows: ScannedRow[] = [];
    for (const cell of this.#cells(page, start, 8)) {
      try {
        rows.push(this.#row(page, cell));
      } catch {
        this.#damaged = true;
      }
    }
    return rows;
  }

  /** @throws RangeError where the cell leads outside of what is there */
  #row(page: Buffer, cell: number): ScannedRow {
    const reader = new Reader(page, cell);
    const length = Number(reader.varint());
    const rowid = Number(reader.varint());
    if (length > this.#pages.length * this.#usable) throw new RangeError('longer than the file');
    return { rowid, values: readRecord(this.#payload(page, reader.at, length)) };
  }

  /** The bytes of a record, with those on overflow pages (fileformat2.html, 1.6). */
  #payload(page: Buffer, at: number, length: number): Buffer {
    const most = this.#usable - 35;
    if (length <= most) return slice(page, at, length);
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const fitting = least + ((length - least) % (this.#usable - 4));
    const local = fitting <= most ? fitting : least;
    const parts = [slice(page, at, local)];
    let next = slice(page, at + local, 4).readUInt32BE(0);
    for (let left = length - local; left > 0; ) {
      const overflow = this.#pages[next - 1];
      if (overflow === undefined) throw new RangeError('an overflow page that is not there');
      this.#visited.add(next);
      const here = Math.min(left, this.#usable - 4);
      parts.push(slice(overflow, 4, here));
      next = overflow.readUInt32BE(0);
      left -= here;
    }
    return Buffer.concat(parts);
  }
}

/** @throws RangeError where the record does not fit what is there */
function readRecord(payload: Buffer): ScannedValue[] {
  const header = new Reader(payload, 0);
  const end = Number(header.varint());
  const body = new Reader(payload, end);
  const values: ScannedValue[] = [];
  while (header.at < end) values.push(body.value(Number(header.varint())));
  if (header.at !== end) throw new RangeError('a record whose header does not end');
  return values;
}

class Reader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  varint(): bigint {
    let value = 0n;
    for (let n = 0; n < 9; n += 1) {
      const byte = this.#bytes.readUInt8(this.at);
      this.at += 1;
      if (n === 8) return BigInt.asIntN(64, (value << 8n) | BigInt(byte));
      value = (value << 7n) | BigInt(byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  }

  /** A value of a serial type (fileformat2.html, 2.1). */
  value(type: number): ScannedValue {
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    if (type === 7) return this.#take(8).readDoubleBE(0);
    const integer = [0, 1, 2, 3, 4, 6, 8][type];
    if (integer !== undefined) {
      const bytes = this.#take(integer);
      if (integer <= 6) return bytes.readIntBE(0, integer);
      const value = bytes.readBigInt64BE(0);
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }
    if (type < 12) throw new RangeError('a reserved type');
    const bytes = this.#take(Math.floor((type - 12) / 2));
    return type % 2 === 1 ? utf8.decode(bytes) : new Uint8Array(bytes);
  }

  #take(length: number): Buffer {
    const taken = slice(this.#bytes, this.at, length);
    this.at += length;
    return taken;
  }
}

/** Text that is no UTF-8 was damaged: better no row than one with another's words. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function slice(bytes: Buffer, at: number, length: number): Buffer {
  if (length < 0 || at < 0 || at + length > bytes.length) throw new RangeError('outside of the page');
  return bytes.subarray(at, at + length);
}
