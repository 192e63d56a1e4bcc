import { createHash } from 'node:crypto';
import { MAX_POSTER_BYTES } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { ReadingDatabase } from '../store/reading-database.ts';

/** Facts of a stored picture of page 1. */
export interface PosterFacts {
  sha256: string;
  width: number;
  height: number;
  /** Strong, for HTTP, with its quotes (RFC 9110, 8.8.3). */
  etag: string;
}

/** Pictures of the first pages. Every call @throws TripKitError of kind `disk`. */
export class PosterStore {
  readonly #database: ReadingDatabase;

  constructor(database: ReadingDatabase) {
    this.#database = database;
  }

  /** Null where there is none of this document. */
  facts(kitId: string, sha256: string): PosterFacts | null {
    const row = this.#database.get(
      'SELECT width, height, etag FROM posters WHERE kit_id = ? AND sha256 = ?',
      kitId,
      sha256,
    );
    return row
      ? { sha256, width: Number(row.width), height: Number(row.height), etag: String(row.etag) }
      : null;
  }

  jpeg(kitId: string, sha256: string): { etag: string; jpeg: Uint8Array<ArrayBuffer> } | null {
    const sql = 'SELECT etag, jpeg FROM posters WHERE kit_id = ? AND sha256 = ?';
    const { etag, jpeg } = this.#database.get(sql, kitId, sha256) ?? {};
    return jpeg instanceof Uint8Array ? { etag: String(etag), jpeg: new Uint8Array(jpeg) } : null;
  }

  /** The hash of each kit's document that there is a picture of. */
  all(): Map<string, string> {
    const rows = this.#database.all('SELECT kit_id, sha256 FROM posters');
    return new Map(rows.map((row) => [String(row.kit_id), String(row.sha256)]));
  }

  /** @throws TripKitError of kind `config` for bytes that are no JPEG, or too many */
  store(kitId: string, sha256: string, picture: { width: number; height: number; jpeg: Uint8Array }): void {
    const { width, height, jpeg } = picture;
    requireJpeg(jpeg);
    this.#database.run(
      'INSERT OR REPLACE INTO posters (kit_id, sha256, width, height, etag, jpeg) VALUES (?, ?, ?, ?, ?, ?)',
      kitId,
      sha256,
      width,
      height,
      etagOf(jpeg),
      jpeg,
    );
  }

  remove(kitId: string): void {
    this.#database.run('DELETE FROM posters WHERE kit_id = ?', kitId);
  }
}

/** A strong ETag of these bytes, with its quotes (RFC 9110, 8.8.3). */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
}

/** Begins with SOI and a marker, ends with EOI (ITU-T T.81, B.1.1.3). */
function requireJpeg(bytes: Uint8Array): void {
  const hex = (from: number, to?: number) => Buffer.from(bytes.subarray(from, to)).toString('hex');
  const isSize = bytes.length > 4 && bytes.length <= MAX_POSTER_BYTES;
  if (isSize && hex(0, 3) === 'ffd8ff' && hex(-2) === 'ffd9') return;
  throw new TripKitError(
    'config',
    'The picture of the first page is not a JPEG picture, so it was not kept. Open the kit again.',
  );
}
