/**
 * The steps that bring a database from any earlier version to this one. Step n (from 0) leads from `user_version` n to n + 1.
 * A step that has shipped is never changed: what it got wrong is put right by a further step.
 *
 * Why the tables are as they are:
 * - A kit's trip, messages and failure are JSON columns. They are read and written only with the whole kit, keep the
 *   service's order, and are never searched by their parts; tables of their own would cost a join a kit and win nothing.
 * - `kits.profile_id` is no foreign key: a kit outlives its profile, because what is on the laptop stays readable.
 * - `events.seq` gives the order of the history; `at` is wall clock and may jump.
 */
import type { DatabaseSync } from 'node:sqlite';

export const migrations: readonly string[] = [
  `
  CREATE TABLE profiles (
    id       TEXT NOT NULL PRIMARY KEY,
    text     TEXT NOT NULL,
    added_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE kits (
    id              TEXT NOT NULL PRIMARY KEY,
    profile_id      TEXT NOT NULL,
    tripkit_id      TEXT,
    trip            TEXT,
    state           TEXT NOT NULL,
    created_at      INTEGER NOT NULL,
    state_since     INTEGER NOT NULL,
    requested_at    INTEGER,
    messages        TEXT NOT NULL,
    failure         TEXT,
    document_bytes  INTEGER,
    document_sha256 TEXT,
    document_pages  INTEGER
  ) STRICT;
  CREATE INDEX kits_newest_first ON kits (created_at DESC);

  CREATE TABLE events (
    seq    INTEGER NOT NULL PRIMARY KEY,
    kit_id TEXT NOT NULL REFERENCES kits (id) ON DELETE CASCADE,
    at     INTEGER NOT NULL,
    state  TEXT NOT NULL,
    what   TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_of_kit ON events (kit_id, seq);
  `,
];

/** The version that this program writes. */
export const currentVersion = migrations.length;

/** The version of an open database: 0 for a new, empty one. */
export function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/**
 * Brings the database to the current version, all steps in one transaction: either it is current afterwards, or it is
 * as it was. The caller has refused versions newer than `currentVersion`.
 *
 * @throws the error of node:sqlite
 */
export function migrate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const step of migrations.slice(versionOf(db))) db.exec(step);
    db.exec(`PRAGMA user_version = ${currentVersion}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
