/**
 * The steps that bring an activity record from any earlier version to this one. Step n (from 0) leads from `user_version` n
 * to n + 1. A step that has shipped is never changed. Times are ms since 1970 UTC.
 *
 * `entries` is append-only. `hash` covers every other column (audit-chain.ts), `prev` is the hash of the entry before.
 * `anchor` has one row at most: the last entry that went when its time was over, so that the chain still has a beginning.
 * `seen` says how far sources that have no lines of their own were taken in; it is no part of the record and can be made again.
 */
const record = `
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

export const auditMigrations: readonly string[] = [record];
