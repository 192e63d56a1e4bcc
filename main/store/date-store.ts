import { z } from 'zod';
import { time } from './kit-record.ts';
import type { LibraryRows } from './library-rows.ts';

/** The source of a document's date (preload/contract/kits.ts, `dateEvidence`). */
const dateEvidence = ['service', 'storage', 'document', 'request'] as const;
export type DateEvidence = (typeof dateEvidence)[number];

/** A date found for a document. Times are ms since 1970 UTC. */
export const learnedDate = z.object({
  evidence: z.enum(dateEvidence),
  /** The beginning, if the date is a period; `at` is then its end. */
  from: time.nullable(),
  /** Null: no date was found. */
  at: time.nullable(),
  /** When the date was found. */
  learned_at: time,
});
export type LearnedDate = z.infer<typeof learnedDate>;

/** A date of one kit's document. */
export interface StoredDate extends LearnedDate {
  kit_id: string;
  /** SHA-256 of the document, lower-case hex; null until it is downloaded. */
  document_sha256: string | null;
}

/** In the column order of the table. */
const dateColumns = z.object({
  kit_id: z.string(),
  document_sha256: z.string().regex(/^([0-9a-f]{64})?$/),
  evidence: z.enum(dateEvidence),
  from_at: time.nullable(),
  at: time.nullable(),
  learned_at: time,
});

/** @throws ZodError if the row is not a date */
function readDateRow(row: unknown): StoredDate {
  const { document_sha256, from_at, ...date } = dateColumns.parse(row);
  return { ...date, from: from_at, document_sha256: document_sha256 === '' ? null : document_sha256 };
}

const COLUMNS = 'kit_id, document_sha256, evidence, from_at, at, learned_at';

export type DateStore = ReturnType<typeof dateStore>;

/**
 * Known dates of documents, at most one of each kind for each document of a kit. Synchronous and durable like KitStore.
 * Removing a kit removes its dates.
 *
 * @throws TripKitError of kind `disk` if the store can't be read or written
 */
export function dateStore(rows: LibraryRows) {
  return {
    /** The dates of all kits. */
    all: () =>
      rows.all('document_dates', readDateRow, `SELECT ${COLUMNS} FROM document_dates ORDER BY rowid`),
    /**
     * Replaces all dates of a kit.
     *
     * @throws TripKitError of kind `config`, condition `unknown_kit`, if the kit does not exist
     */
    set: (kit_id: string, dates: readonly Omit<StoredDate, 'kit_id'>[]) =>
      rows.write(() => {
        rows.run('DELETE FROM document_dates WHERE kit_id = ?', kit_id);
        for (const { document_sha256, from, ...date } of dates) {
          const row = { kit_id, document_sha256: document_sha256 ?? '', from_at: from, ...date };
          rows.insert('document_dates', row);
        }
      }),
  };
}
