/**
 * The personal database: what people put beside their kits (places, marks, what they did, standing orders). It can't be
 * made again, so damage is put aside, never deleted; and reading doesn't depend on it, so the app starts without it too.
 *
 * It is a file of its own because the rescue of the library (rescue-rows.ts) knows that database's tables by their
 * columns. Rows name their kit by its id; what belongs to a kit is removed with it by whoever owns the table.
 */
import { type LastingDatabase, type LastingDatabaseOptions, openLasting } from './lasting-database.ts';

export type PersonalDatabase = LastingDatabase;
export type PersonalDatabaseOptions = LastingDatabaseOptions;

/**
 * Times are ms since 1970 UTC. No column is a foreign key: kits are in another database.
 *
 * - `places`: where a person was in each kit; `place` is JSON (ReadingPlace of the contract).
 * - `marks`: what people put on the pages of kits; `draft` is JSON (main/marks/mark-record.ts), `document_sha256` names the document that
 *   it was put on. Bookmarks are in the same table: they outlive their kit.
 * - `acts`: what people did with kits on this laptop; `act` as in act-store.ts.
 * - `orders`: standing orders; `trip` is JSON. `claimed_at` is written before the kit is requested, `kit_id` after it, so that a process
 *   that dies in between never requests twice.
 * - The others are about what changed between two kits; `kit_id` is the newer one.
 * - `reviews`: pages that a person reviewed, or took that back from; `pages` and `named` as in review-store.ts.
 * - `carried`: marks of an older kit that are settled in a newer one, by the id of the mark that was drawn first: their copy there, or null
 *   where it was declined. The row outlives its copy, so that a mark which was removed does not come back.
 * - `compared_with`: the kit that a person had read before they opened this one.
 */
const tables = `
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

/** The steps that make the database and bring it to this version, as those of the library (migrations.ts). */
export const personalMigrations: readonly string[] = [tables];

const kind = {
  migrations: personalMigrations,
  name: 'the personal database',
  problem:
    'Your reading places and marks can’t be kept on this laptop just now; your kits can be read all the same.',
};

/** Opens the personal database, or starts one (openLasting). */
export function openPersonalDatabase(file: string, options: PersonalDatabaseOptions = {}): PersonalDatabase {
  return openLasting(file, kind, options);
}
