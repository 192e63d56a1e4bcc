/**
 * The database of the activity record. It is a file of its own, so that what happened outlives the kit that it happened to,
 * and so that no damage of it can touch the library. It can't be made again: damage is put aside, never deleted.
 */
import { type LastingDatabase, type LastingDatabaseOptions, openLasting } from '../store/lasting-database.ts';

export type AuditDatabase = LastingDatabase;

/**
 * Times are ms since 1970 UTC.
 *
 * - `entries` is append-only. `hash` covers every other column (audit-chain.ts), `prev` is the hash of the entry before.
 * - `anchor` has one row at most: the last entry that went when its time was over, so that the chain still has a beginning.
 * - `seen` says how far sources that have no lines of their own were taken in; it is no part of the record and can be made again.
 */
const tables = `
  CREATE TABLE entries (
    seq        INTEGER NOT NULL PRIMARY KEY,
    at         INTEGER NOT NULL,
    written_at INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    kit_id     TEXT,
    who        TEXT,
    subject    TEXT NOT NULL,
    body       TEXT NOT NULL,
    source     TEXT,
    prev       TEXT NOT NULL,
    hash       TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entries_of_kit ON entries (kit_id, seq);
  CREATE INDEX entries_by_time ON entries (at);
  CREATE UNIQUE INDEX entries_once ON entries (source);

  CREATE TABLE anchor (
    seq  INTEGER NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL
  ) STRICT;

  CREATE TABLE seen (
    id    TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
`;

/** The steps that make the database and bring it to this version, as those of the library (main/store/migrations.ts). */
export const auditMigrations: readonly string[] = [tables];

const kind = {
  migrations: auditMigrations,
  name: 'the activity record',
  problem:
    'What is done with kits can’t be written into the activity record just now; your kits can be read all the same.',
  /** So that a start takes no second longer: 64 MB. */
  many_pages: 16_384,
};

/** Opens the record's database, or starts one (openLasting). */
export function openAuditDatabase(file: string, options: LastingDatabaseOptions = {}): AuditDatabase {
  return openLasting(file, kind, options);
}
