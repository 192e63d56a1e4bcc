import { z } from 'zod';
import type { LibraryRows } from './library-rows.ts';
import { time } from './row-schema.ts';

/** By what a date of a document is known (preload/contract/kits.ts, `dateEvidence`). */
export const dateEvidence = ['service', 'storage', 'document', 'request'] as const;
export type DateEvidence = (typeof dateEvidence)[number];

/** What was learned of a document's date. Times are ms since 1970 UTC. */
export const learnedDate = z.object({
  evidence: z.enum(dateEvidence),
  /** Where it is known as a period: its begin; `at` is its end. */
  from: time.nullable(),
  /** Null: it was looked for, and there is none. */
  at: time.nullable(),
  /** When it was learned. */
  learned_at: time,
});
export type LearnedDate = z.infer<typeof learnedDate>;

/** A date of one kit's document. */
export interface StoredDate extends LearnedDate {
  kit_id: string;
  /** SHA-256 of the document, hex, lower case; null while it is not here yet. */
  document_sha256: string | null;
}

/**
 * What is known of the dates of documents, at most one of each kind for each document of a kit. Synchronous and durable
 * like KitStore; they go with their kit.
 *
 * @throws TripKitError of kind `disk` where the store can't be read or written
 */
export interface DateStore {
  /** Those of all kits. */
  all(): StoredDate[];
  /**
   * Keeps these of a kit, in the place of all that were known of it.
   *
   * @throws TripKitError of kind `config`, condition `unknown_kit`, where there is no such kit
   */
  set(kit_id: string, dates: readonly Omit<StoredDate, 'kit_id'>[]): void;
}

/** In the order of the migrations. */
const dateColumns = z.object({
  kit_id: z.string(),
  document_sha256: z.string().regex(/^([0-9a-f]{64})?$/),
  evidence: z.enum(dateEvidence),
  from_at: time.nullable(),
  at: time.nullable(),
  learned_at: time,
});

/** @throws ZodError when the row is not a date */
export function readDateRow(row: unknown): StoredDate {
  const { document_sha256, from_at, ...date } = dateColumns.parse(row);
  return { ...date, from: from_at, document_sha256: document_sha256 === '' ? null : document_sha256 };
}

const COLUMNS = 'kit_id, document_sha256, evidence, from_at, at, learned_at';

export function dateStore(rows: LibraryRows): DateStore {
  return {
    all: () =>
      rows.all('document_dates', readDateRow, `SELECT ${COLUMNS} FROM document_dates ORDER BY rowid`),
    set: (kit_id, dates) =>
      rows.write(() => {
        rows.run('DELETE FROM document_dates WHERE kit_id = ?', kit_id);
        const insert = `INSERT INTO document_dates (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`;
        for (const { document_sha256, evidence, from, at, learned_at } of dates)
          rows.run(insert, kit_id, document_sha256 ?? '', evidence, from, at, learned_at);
      }),
  };
}
