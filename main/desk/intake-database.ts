/**
 * The journal of watched folders: which trip files came, what of them was requested and delivered, which events were sent. It
 * prevents a second request of a trip, so no file is read while the journal can't be written.
 */
import { type LastingDatabase, type LastingDatabaseOptions, openLasting } from '../store/lasting-database.ts';

export type IntakeDatabase = LastingDatabase;

/**
 * - `files`: `report` says line by line what came of a file. It lies in `root`, a folder of arrivals, under `folder` ('' is that folder
 *   itself) and `name`.
 * - `trips`: `id` is the kit's id from the beginning, so that a process that dies between this journal and the library finds it there.
 *   `result` is what the result file says. `cancel`: cancelled by a later file, yet to be done.
 * - `outbox`: events that a command or a webhook has yet to take.
 */
const tables = `
  CREATE TABLE files (
    seq      INTEGER NOT NULL PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    root     TEXT NOT NULL,
    folder   TEXT NOT NULL,
    name     TEXT NOT NULL,
    sha256   TEXT NOT NULL,
    size     INTEGER NOT NULL,
    mtime    REAL NOT NULL,
    taken_at INTEGER NOT NULL,
    sound    INTEGER NOT NULL,
    report   TEXT NOT NULL,
    moved_at INTEGER,
    reported INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX files_by_place ON files (root, folder, name, seq);
  CREATE INDEX files_moved ON files (moved_at);

  CREATE TABLE trips (
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
  CREATE INDEX trips_by_flight ON trips (flight_key, seq);
  CREATE INDEX trips_by_state ON trips (state);

  CREATE TABLE outbox (
    seq      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    target   TEXT NOT NULL,
    event_id TEXT NOT NULL,
    body     TEXT NOT NULL,
    at       INTEGER NOT NULL,
    attempts INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX outbox_by_target ON outbox (target, seq);
`;

const kind = {
  migrations: [tables],
  name: 'the journal of watched folders',
  problem: 'The watched folders can’t be worked through just now.',
};

/** Opens the journal, or starts one (openLasting). Where `problem` is set it must not be used: it would forget. */
export function openIntakeDatabase(file: string, options: LastingDatabaseOptions = {}): IntakeDatabase {
  return openLasting(file, kind, options);
}
