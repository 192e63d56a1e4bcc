/**
 * The tables of `user.sqlite`, one step a version. Step n (from 0) upgrades from `user_version` n to n + 1; the first one creates the
 * tables. A released step is never changed: another step corrects it. Times are ms since 1970 UTC.
 *
 * Kits:
 * - A kit's trip, messages and failure are JSON columns: they are only read and written with the whole kit, keep the service's order, and
 *   are never searched in part. `kits.profile_id` is not a foreign key: a kit outlives its profile. `entered`
 *   is what of the trip a person entered after the request. `shelf` is JSON: where a kit came from that was not requested here. `due_at` is when a planned kit is to be requested; it is `requesting` in the database before its request is sent, so a process that dies never requests twice.
 * - An acknowledgement repeats the message's words: it applies to the words that were read, whatever the service says later. Without a
 *   document its hash is '', because a unique index treats NULLs as distinct. The same goes for dates found before the document is here.
 *
 * What people add to their kits, removed with the kit (`kit_goes`):
 * - `places`: where a person was in each kit; `place` is JSON (ReadingPlace of the contract).
 * - `marks`: what people draw on the pages of kits; `draft` is JSON (preload/contract/marks.ts), `document_sha256` is the document that
 *   it was drawn on. Bookmarks are in the same table; they outlive their kit.
 * - `notes`: notes of a chart, or of an airport (`chart` is NULL); like bookmarks they outlive the kit that they were written in. `chart`
 *   and `contents` are JSON (main/marks/note-store.ts).
 * - The next three are about changes between two kits; `kit_id` is the newer one. `reviews`: pages that a person reviewed, or whose
 *   review they revoked; `pages` and `named` as in review-store.ts.
 * - `carried`: marks of an older kit that are settled in a newer one, by the original mark's id: their copy there, or null if
 *   declined. The row outlives the copy, so a removed copy does not come back.
 * - `compared_with`: the kit that a person had read before they opened this one.
 *
 * The log of events, which outlives the kits (event-log.ts):
 * - `entries` is append-only; `seq` gives the order, `at` is wall clock and may jump. `hash` covers every other column (event-chain.ts), `prev`
 *   is the hash of the entry before.
 * - `anchor` has at most one row: the last entry that expired, so the chain still has a beginning.
 *
 * `shelves`: by profile, which kits of its shelf a person wants (JSON), the head that was read last, and the notes of the company (JSON). `shelf_kits`: those
 *   that were taken, so that none comes back that a person removed.
 *
 * The journal of watched folders, which prevents a second request of a trip:
 * - `intake_files`: `report` says line by line what was done with a file. It is in `root`, a watched folder, under `folder` ('' is
 *   that folder itself) and `name`.
 * - `intake_trips`: `id` is that of its kit, which is planned in the same transaction. `result` is the text of the result file.
 *   `cancel`: cancelled by a later file, not yet done.
 * - `outbox`: events that a command or a webhook has not received yet.
 */
export const userMigrations: readonly string[] = [
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
    entered         TEXT,
    state           TEXT NOT NULL,
    created_at      INTEGER NOT NULL,
    state_since     INTEGER NOT NULL,
    due_at          INTEGER,
    requested_at    INTEGER,
    messages        TEXT NOT NULL,
    failure         TEXT,
    document_bytes  INTEGER,
    document_sha256 TEXT,
    document_pages  INTEGER,
    shelf           TEXT
  ) STRICT;
  CREATE INDEX kits_newest_first ON kits (created_at DESC);

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

  CREATE TABLE places (
    kit_id TEXT NOT NULL PRIMARY KEY,
    place  TEXT NOT NULL,
    at     INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE marks (
    id              TEXT NOT NULL PRIMARY KEY,
    kit_id          TEXT NOT NULL,
    document_sha256 TEXT NOT NULL,
    kind            TEXT NOT NULL,
    draft           TEXT NOT NULL,
    who             TEXT NOT NULL,
    created_at      INTEGER NOT NULL,
    changed_at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX marks_of_kit ON marks (kit_id);
  CREATE INDEX marks_of_kind ON marks (kind, kit_id);

  CREATE TABLE notes (
    id         TEXT NOT NULL PRIMARY KEY,
    kit_id     TEXT NOT NULL,
    airport    TEXT NOT NULL,
    chart      TEXT,
    contents   TEXT NOT NULL,
    x          REAL NOT NULL,
    y          REAL NOT NULL,
    text       TEXT NOT NULL,
    who        TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX notes_of_airport ON notes (airport);

  CREATE TABLE reviews (
    seq        INTEGER NOT NULL PRIMARY KEY,
    kit_id     TEXT NOT NULL,
    old_sha256 TEXT NOT NULL,
    new_sha256 TEXT NOT NULL,
    pages      TEXT NOT NULL,
    named      TEXT NOT NULL,
    reviewed   INTEGER NOT NULL,
    who        TEXT NOT NULL,
    at         INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX reviews_of_kit ON reviews (kit_id, seq);
  CREATE INDEX reviews_of_documents ON reviews (new_sha256, old_sha256, seq);

  CREATE TABLE carried (
    kit_id      TEXT NOT NULL,
    origin_id   TEXT NOT NULL,
    from_kit_id TEXT NOT NULL,
    mark_id     TEXT,
    who         TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (kit_id, origin_id)
  ) STRICT;
  CREATE INDEX carried_marks ON carried (mark_id);

  CREATE TABLE compared_with (
    kit_id TEXT NOT NULL PRIMARY KEY,
    old_id TEXT NOT NULL,
    at     INTEGER NOT NULL
  ) STRICT;

  CREATE TRIGGER kit_goes AFTER DELETE ON kits BEGIN
    DELETE FROM places WHERE kit_id = OLD.id;
    DELETE FROM marks WHERE kit_id = OLD.id AND kind <> 'bookmark';
    DELETE FROM reviews WHERE kit_id = OLD.id;
    DELETE FROM carried WHERE kit_id = OLD.id;
    DELETE FROM compared_with WHERE kit_id = OLD.id;
  END;

  CREATE TABLE entries (
    seq        INTEGER NOT NULL PRIMARY KEY,
    at         INTEGER NOT NULL,
    written_at INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    kit_id     TEXT,
    who        TEXT,
    subject    TEXT NOT NULL,
    body       TEXT NOT NULL,
    prev       TEXT NOT NULL,
    hash       TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entries_of_kit ON entries (kit_id, seq);
  CREATE INDEX entries_by_time ON entries (at);
  CREATE INDEX entries_opened ON entries (kit_id, at) WHERE kind = 'opened';

  CREATE TABLE anchor (
    seq  INTEGER NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL
  ) STRICT;

  CREATE TABLE intake_files (
    seq      INTEGER NOT NULL PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    root     TEXT NOT NULL,
    folder   TEXT NOT NULL,
    name     TEXT NOT NULL,
    sha256   TEXT NOT NULL,
    inode    TEXT NOT NULL,
    size     INTEGER NOT NULL,
    mtime    REAL NOT NULL,
    taken_at INTEGER NOT NULL,
    sound    INTEGER NOT NULL,
    report   TEXT NOT NULL,
    moved_at INTEGER,
    reported INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX intake_files_by_place ON intake_files (root, folder, name, seq);
  CREATE INDEX intake_files_moved ON intake_files (moved_at);

  CREATE TABLE intake_trips (
    seq         INTEGER NOT NULL PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    file_id     TEXT NOT NULL,
    line        INTEGER NOT NULL,
    profile_id  TEXT NOT NULL,
    trip        TEXT NOT NULL,
    flight_key  TEXT NOT NULL,
    state       TEXT NOT NULL,
    cancel      INTEGER NOT NULL,
    name        TEXT UNIQUE,
    replaced_by TEXT,
    taken_at    INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    result      TEXT
  ) STRICT;
  CREATE INDEX intake_trips_by_flight ON intake_trips (flight_key, seq);
  CREATE INDEX intake_trips_by_state ON intake_trips (state);

  CREATE TABLE shelves (
    profile_id  TEXT NOT NULL PRIMARY KEY,
    wants       TEXT NOT NULL,
    serial      INTEGER,
    head_sha256 TEXT,
    heard_at    INTEGER,
    valid_until INTEGER,
    notes       TEXT
  ) STRICT;
  CREATE TABLE shelf_kits (
    profile_id TEXT NOT NULL,
    tripkit_id TEXT NOT NULL,
    taken_at   INTEGER NOT NULL,
    PRIMARY KEY (profile_id, tripkit_id)
  ) STRICT;

  CREATE TABLE outbox (
    seq      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    target   TEXT NOT NULL,
    event_id TEXT NOT NULL,
    body     TEXT NOT NULL,
    at       INTEGER NOT NULL,
    attempts INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX outbox_by_target ON outbox (target, seq);
  `,
];
