import {
  MAX_FIRST_THUMBNAIL_BYTES,
  MAX_THUMBNAIL_BYTES,
  type NewStoredThumbnails,
  type PagePart,
  type StoredThumbnails,
} from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { MAX_PAGES } from '../documents/rules/limits.ts';
import type { ReadingDatabase } from '../store/reading-database.ts';
import { pageOf, rowOf, rowsOf } from '../store/reading-schema.ts';

/** Maximum side of a stored thumbnail, px. */
const MAX_THUMBNAIL_SIDE = 1536;
/** Budget of stored thumbnails of all documents, without first pages, bytes: enough for some eighty kits of 400 pages. */
const THUMBNAILS_BUDGET = 256 * 1024 * 1024;

/** The picture of a page, WebP; null: the page can't be painted and need not be tried again. */
export type StoredThumbnail = NewStoredThumbnails['made'][number];

interface ThumbnailDocument extends StoredThumbnails {
  /** When a person last opened it, or its kit was added; ms since 1970 UTC. */
  used_at: number;
  /** Bytes of all thumbnails except page 1. */
  bytes: number;
}

/** An opening within this time after the last one is not recorded, ms. */
const SAME_USE_MS = 60_000;

/**
 * Stored thumbnails of all pages, and the drawn parts of the pages, by document. They keep to a budget: those of the documents opened
 * longest ago are deleted first. First pages are always kept, and don't count. Every call @throws TripKitError of kind `disk`.
 */
export class ThumbnailStore {
  readonly #database: ReadingDatabase;
  /** Maximum size of all stored thumbnails, bytes. */
  readonly budget: number;

  constructor(database: ReadingDatabase, budget = THUMBNAILS_BUDGET) {
    this.#database = database;
    this.budget = budget;
  }

  pages(sha256: string): StoredThumbnails {
    const row = this.#database.get(
      'SELECT pages, unpaintable FROM thumbnail_documents WHERE sha256 = ?',
      sha256,
    );
    return row ? pagesOf(row) : { pages: [], unpaintable: [] };
  }

  webp(sha256: string, page: number): Uint8Array<ArrayBuffer> | null {
    const [thumbnail] = this.range(sha256, page, page);
    return thumbnail?.webp ?? null;
  }

  /** The stored thumbnails from the first page to the last, in order; pages without one are left out. */
  range(sha256: string, first: number, last: number): { page: number; webp: Uint8Array<ArrayBuffer> }[] {
    if (!isPage(first) || !isPage(last)) return [];
    const rows = this.#database.read(() => {
      const document = this.#database.get('SELECT id FROM thumbnail_documents WHERE sha256 = ?', sha256);
      if (!document) return [];
      const id = Number(document.id);
      const sql = 'SELECT id, webp FROM thumbnails WHERE id BETWEEN ? AND ? ORDER BY id';
      return this.#database.all(sql, rowOf(id, first), rowOf(id, last));
    });
    return rows.map(({ id, webp }) => ({
      page: pageOf(Number(id)).page,
      webp: new Uint8Array(webp as Uint8Array),
    }));
  }

  /** The drawn parts of the pages for which they are known. */
  drawn(sha256: string): ReadonlyMap<number, PagePart> {
    const rows = this.#database.read(() => {
      const document = this.#database.get('SELECT id FROM thumbnail_documents WHERE sha256 = ?', sha256);
      const sql = 'SELECT id, part FROM drawn_parts WHERE id BETWEEN ? AND ?';
      return document ? this.#database.all(sql, ...rowsOf(Number(document.id))) : [];
    });
    return new Map(
      rows.map(({ id, part }) => [pageOf(Number(id)).page, JSON.parse(String(part)) as PagePart]),
    );
  }

  /** All documents that have stored thumbnails or were opened, by hash. */
  documents(): Map<string, ThumbnailDocument> {
    const rows = this.#database.all('SELECT * FROM thumbnail_documents');
    return new Map(
      rows.map((row) => [
        String(row.sha256),
        { ...pagesOf(row), used_at: Number(row.used_at), bytes: Number(row.bytes) },
      ]),
    );
  }

  /** A person opens the document: its stored thumbnails are deleted last. @param at ms since 1970 UTC */
  use(sha256: string, at: number): void {
    const row = this.#database.get('SELECT used_at FROM thumbnail_documents WHERE sha256 = ?', sha256);
    if (row && Number(row.used_at) > at - SAME_USE_MS) return;
    this.#database.run(
      `INSERT INTO thumbnail_documents (sha256, used_at) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET used_at = max(used_at, excluded.used_at)`,
      sha256,
      at,
    );
  }

  /**
   * Stores thumbnails, all or none. They replace existing ones.
   *
   * @param came when the document's kit was added, ms since 1970 UTC; it is used until a person opens it
   * @returns false if there is no room beside thumbnails of documents opened later, or nothing can be stored until the next start
   * @throws TripKitError of kind `config` for anything but a small WebP picture
   */
  store(sha256: string, came: number, thumbnails: readonly StoredThumbnail[]): boolean {
    for (const { page, webp } of thumbnails) requireStoredThumbnail(page, webp);
    const db = this.#database;
    // The database is then in memory, which is not the place for pictures.
    if (db.problem !== null) return false;
    return db.write(() => {
      const insert = 'INSERT INTO thumbnail_documents (sha256, used_at) VALUES (?, ?) ON CONFLICT DO NOTHING';
      const isNew = db.run(insert, sha256, came) > 0;
      const document = db.get('SELECT * FROM thumbnail_documents WHERE sha256 = ?', sha256) ?? {};
      const id = Number(document.id);
      let grown = 0;
      for (const { page, webp } of thumbnails) {
        if (page === 1) continue;
        const before = db.get('SELECT length(webp) AS bytes FROM thumbnails WHERE id = ?', rowOf(id, page));
        grown += (webp?.byteLength ?? 0) - Number(before?.bytes ?? 0);
      }
      if (!this.#makeRoom(grown, id, Number(document.used_at))) {
        if (isNew) db.run('DELETE FROM thumbnail_documents WHERE id = ?', id);
        return false;
      }
      const known = pagesOf(document);
      const [pages, unpaintable] = [fromRanges(known.pages), fromRanges(known.unpaintable)];
      for (const { page, webp, drawn } of thumbnails) {
        pages.delete(page);
        unpaintable.delete(page);
        (webp ? pages : unpaintable).add(page);
        if (webp) db.run('INSERT OR REPLACE INTO thumbnails (id, webp) VALUES (?, ?)', rowOf(id, page), webp);
        else db.run('DELETE FROM thumbnails WHERE id = ?', rowOf(id, page));
        if (drawn) {
          const insertPart = 'INSERT OR REPLACE INTO drawn_parts (id, part) VALUES (?, ?)';
          db.run(insertPart, rowOf(id, page), JSON.stringify(drawn));
        }
      }
      db.run(
        'UPDATE thumbnail_documents SET bytes = bytes + ?, pages = ?, unpaintable = ? WHERE id = ?',
        grown,
        JSON.stringify(toRanges(pages)),
        JSON.stringify(toRanges(unpaintable)),
        id,
      );
      return true;
    });
  }

  /** Deletes everything that belongs to none of these documents. */
  keepOnly(sha256s: ReadonlySet<string>): void {
    this.#database.write(() => {
      for (const { id, sha256 } of this.#database.all('SELECT id, sha256 FROM thumbnail_documents')) {
        if (sha256s.has(String(sha256))) continue;
        this.#removePictures(Number(id), 1);
        this.#database.run('DELETE FROM drawn_parts WHERE id BETWEEN ? AND ?', ...rowsOf(Number(id)));
        this.#database.run('DELETE FROM thumbnail_documents WHERE id = ?', Number(id));
      }
    });
  }

  /** Deletes thumbnails of documents opened longest ago, and before this one, until there is room for `grown` more bytes. */
  #makeRoom(grown: number, id: number, usedAt: number): boolean {
    const sum = this.#database.get('SELECT sum(bytes) AS bytes FROM thumbnail_documents');
    let missing = Number(sum?.bytes ?? 0) + grown - this.budget;
    if (missing <= 0) return true;
    const older = this.#database.all(
      'SELECT id, bytes, pages FROM thumbnail_documents WHERE used_at < ? AND id <> ? AND bytes > 0 ORDER BY used_at',
      usedAt,
      id,
    );
    const going: Record<string, unknown>[] = [];
    for (const other of older) {
      if (missing <= 0) break;
      going.push(other);
      missing -= Number(other.bytes);
    }
    if (missing > 0) return false;
    for (const other of going) {
      const pages = JSON.stringify(String(other.pages).startsWith('[[1,') ? [[1, 1]] : []);
      this.#removePictures(Number(other.id), 2);
      this.#database.run(
        'UPDATE thumbnail_documents SET bytes = 0, pages = ? WHERE id = ?',
        pages,
        Number(other.id),
      );
    }
    return true;
  }

  #removePictures(id: number, first: number): void {
    this.#database.run('DELETE FROM thumbnails WHERE id BETWEEN ? AND ?', rowOf(id, first), rowsOf(id)[1]);
  }
}

function isPage(page: number): boolean {
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES;
}

function pagesOf(row: Record<string, unknown>): StoredThumbnails {
  return {
    pages: JSON.parse(String(row.pages)) as PageRanges,
    unpaintable: JSON.parse(String(row.unpaintable)) as PageRanges,
  };
}

function requireStoredThumbnail(page: number, webp: Uint8Array | null): void {
  const most = page === 1 ? MAX_FIRST_THUMBNAIL_BYTES : MAX_THUMBNAIL_BYTES;
  const size = webp && webp.byteLength <= most ? webpSize(webp) : null;
  const isSmall = size !== null && Math.max(size.width, size.height) <= MAX_THUMBNAIL_SIDE;
  if (isPage(page) && (webp === null || isSmall)) return;
  throw new TripKitError(
    'config',
    'The small picture of a page is no WebP picture of the right size, so it was not kept. Open the kit again.',
  );
}

// A minimal WebP parser, enough to recognise WebP (RFC 9649, 2.3 to 2.7).

/** The sides of a still WebP picture from its container, px; null for anything else, or a picture that is cut off. */
export function webpSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes.byteLength < 30) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fourCC = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (fourCC(0) !== 'RIFF' || fourCC(8) !== 'WEBP') return null;
  if (view.getUint32(4, true) + 8 !== bytes.byteLength) return null;
  switch (fourCC(12)) {
    case 'VP8 ':
      // The start code of a key frame (RFC 6386, 9.1), then 14 bits of width and of height.
      if (bytes[23] !== 0x9d || bytes[24] !== 0x01 || bytes[25] !== 0x2a) return null;
      return sides(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8X':
      // Bit 1: an animation.
      if (((bytes[20] ?? 0) & 0x02) !== 0) return null;
      return sides(uint24(view, 24) + 1, uint24(view, 27) + 1);
    default:
      return null;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function sides(width: number, height: number) {
  return width > 0 && height > 0 ? { width, height } : null;
}

// Sets of page numbers as ranges, `[[first, last], …]`, ascending. For most documents it is a single range.

type PageRanges = [number, number][];

export function toRanges(pages: Iterable<number>): PageRanges {
  const ranges: PageRanges = [];
  for (const page of [...pages].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && page <= last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges;
}

export function fromRanges(ranges: PageRanges): Set<number> {
  const pages = new Set<number>();
  for (const [first, last] of ranges) for (let page = first; page <= last; page += 1) pages.add(page);
  return pages;
}

/** Number of pages in the ranges. */
export function pagesIn(ranges: PageRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
