/**
 * The steps that bring a personal database from any earlier version to this one. Step n (from 0) leads from `user_version`
 * n to n + 1. A step that has shipped is never changed or moved: what it got wrong is corrected by a further step at the
 * end. Times are ms since 1970 UTC. No column is a foreign key: kits are in another database.
 */

/** Where a person was in each kit; `place` is JSON (ReadingPlace of the contract). */
const places = `
  CREATE TABLE places (
    kit_id TEXT NOT NULL PRIMARY KEY,
    place  TEXT NOT NULL,
    at     INTEGER NOT NULL
  ) STRICT;
`;

/**
 * What people put on the pages of kits. `draft` is JSON (main/marks/mark-record.ts), `document_sha256` names the
 * document that it was put on. Bookmarks are in the same table: they outlive their kit.
 */
const marks = `
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
`;

/** What people did with kits on this laptop: `act` as in act-store.ts. */
const acts = `
  CREATE TABLE acts (
    seq             INTEGER NOT NULL PRIMARY KEY,
    kit_id          TEXT NOT NULL,
    act             TEXT NOT NULL,
    who             TEXT NOT NULL,
    at              INTEGER NOT NULL,
    document_sha256 TEXT
  ) STRICT;
  CREATE INDEX acts_of_kit ON acts (kit_id, seq);
  CREATE INDEX acts_last ON acts (act, kit_id, at);
`;

/**
 * Standing orders; `trip` is JSON. `claimed_at` is written before the kit is requested, `kit_id` after it, so that a
 * process that dies in between never requests twice.
 */
const orders = `
  CREATE TABLE orders (
    id         TEXT NOT NULL PRIMARY KEY,
    profile_id TEXT NOT NULL,
    trip       TEXT NOT NULL,
    lead_ms    INTEGER NOT NULL,
    who        TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    claimed_at INTEGER,
    kit_id     TEXT
  ) STRICT;
`;

/**
 * What people do with what changed between two kits (`kit_id` is the newer one everywhere).
 *
 * - `reviews`: pages that a person reviewed, or took that back from; `pages` and `named` as in review-store.ts.
 * - `carried`: marks of an older kit that are settled in a newer one, by the id of the mark that was drawn first: their copy there, or
 *   null where it was declined. The row outlives its copy, so that a mark which was removed does not come back.
 * - `compared_with`: the kit that a person had read before they opened this one.
 */
const changes = `
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
`;

export const personalMigrations: readonly string[] = [places, marks, acts, orders, changes];
