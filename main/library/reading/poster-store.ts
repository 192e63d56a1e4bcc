import { createHash } from 'node:crypto';
import { TripKitError } from '../../common/errors.ts';
import { MAX_POSTER_BYTES } from './limits.ts';
import type { ReadingDatabase } from './reading-database.ts';

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
  facts(kit_id: string, sha256: string): PosterFacts | null {
    const row = this.#database.read((sql) =>
      sql('SELECT width, height, etag FROM posters WHERE kit_id = ? AND sha256 = ?').get(kit_id, sha256),
    );
    if (!row) return null;
    return { sha256, width: Number(row.width), height: Number(row.height), etag: String(row.etag) };
  }

  jpeg(kit_id: string, sha256: string): { etag: string; jpeg: Uint8Array<ArrayBuffer> } | null {
    const row = this.#database.read((sql) =>
      sql('SELECT etag, jpeg FROM posters WHERE kit_id = ? AND sha256 = ?').get(kit_id, sha256),
    );
    return row?.jpeg instanceof Uint8Array
      ? { etag: String(row.etag), jpeg: new Uint8Array(row.jpeg) }
      : null;
  }

  /** The hash of each kit's document that there is a picture of. */
  all(): Map<string, string> {
    const rows = this.#database.read((sql) => sql('SELECT kit_id, sha256 FROM posters').all());
    return new Map(rows.map((row) => [String(row.kit_id), String(row.sha256)]));
  }

  /** @throws TripKitError of kind `config` for bytes that are no JPEG, or too many */
  store(kit_id: string, sha256: string, picture: { width: number; height: number; jpeg: Uint8Array }): void {
    const { width, height, jpeg } = picture;
    requireJpeg(jpeg);
    const etag = `"${createHash('sha256').update(jpeg).digest('hex').slice(0, 32)}"`;
    this.#database.write((sql) =>
      sql(
        `INSERT INTO posters (kit_id, sha256, width, height, etag, jpeg) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET sha256 = excluded.sha256, width = excluded.width, height = excluded.height,
           etag = excluded.etag, jpeg = excluded.jpeg`,
      ).run(kit_id, sha256, width, height, etag, jpeg),
    );
  }

  remove(kit_id: string): void {
    this.#database.write((sql) => sql('DELETE FROM posters WHERE kit_id = ?').run(kit_id));
  }
}

/** Begins with SOI and a marker, ends with EOI (ITU-T T.81, B.1.1.3). */
function requireJpeg(bytes: Uint8Array): void {
  const isJpeg =
    bytes.length > 4 &&
    bytes.length <= MAX_POSTER_BYTES &&
    bytes[0] === 0xff &&
    bytes[1] === 0xd8 &&
    bytes[2] === 0xff &&
    bytes.at(-2) === 0xff &&
    bytes.at(-1) === 0xd9;
  if (!isJpeg) {
    throw new TripKitError(
      'config',
      'The picture of the first page is not a JPEG picture, so it was not kept. Open the kit again.',
    );
  }
}
