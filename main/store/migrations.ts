/**
 * The steps that make a library and bring it to this version. Step n (from 0) leads from `user_version` n to n + 1: the first one makes
 * the tables. A step that was released is never changed: a further step corrects it.
 *
 * Why the tables are as they are:
 * - A kit's trip, messages and failure are JSON columns. They are read and written only with the whole kit, keep the
 *   service's order, and are never searched by their parts.
 * - `kits.profile_id` is no foreign key: a kit outlives its profile, because what is on the laptop stays readable.
 * - An acknowledgement repeats the message's words: it stands for what was read, whatever the service says later. Where
 *   there was no document its hash is '', because a unique index takes NULLs for distinct.
 * - Tables that belong to a kit go with it (ON DELETE CASCADE). Each has its own number of columns: rescue-rows.ts knows
 *   the rows of a damaged file by that.
 * - A date of a document is learned before the document is here: until then its hash is '', for the same reason.
 * - `events.seq` gives the order of the history; `at` is wall clock and may jump.
 */
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

  CREATE TABLE acknowledgements (
    seq             INTEGER NOT NULL PRIMARY KEY,
    kit_id          TEXT NOT NULL REFERENCES kits (id) ON DELETE CASCADE,
    code            TEXT NOT NULL,
    type            TEXT NOT NULL,
    message         TEXT NOT NULL,
    document_sha256 TEXT NOT NULL,
    who             TEXT NOT NULL,
    at              INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX acknowledged_once ON acknowledgements (kit_id, code, type, message, document_sha256, who);

  CREATE TABLE pins (
    kit_id    TEXT NOT NULL PRIMARY KEY REFERENCES kits (id) ON DELETE CASCADE,
    pinned_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE generation_times (
    seq        INTEGER NOT NULL PRIMARY KEY,
    profile_id TEXT NOT NULL,
    ms         INTEGER NOT NULL,
    at         INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX generation_times_of_profile ON generation_times (profile_id, seq);

  CREATE TABLE document_dates (
    kit_id          TEXT NOT NULL REFERENCES kits (id) ON DELETE CASCADE,
    document_sha256 TEXT NOT NULL,
    evidence        TEXT NOT NULL,
    from_at         INTEGER,
    at              INTEGER,
    learned_at      INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_date_of_a_kind ON document_dates (kit_id, document_sha256, evidence);
  `,
];
