/**
 * The library's database: which kits and service profiles this laptop has. Documents are files beside it
 * (document-folder.ts). It holds no secret.
 */
import { DatabaseSync } from 'node:sqlite';
import { diskError } from '../common/disk-error.ts';
import { errorCode } from '../common/files.ts';
import { databaseError, isDamage, sqlite, sqliteCode } from './database-error.ts';
import { LibraryRows, type RowDamage } from './library-rows.ts';
import { migrations } from './migrations.ts';
import { finishRescue, type Rescued, rescueDatabase } from './rescue.ts';
import { checkResult, createPrivately, openChecked, type SqliteConnection } from './sqlite-connection.ts';
import { type LibraryStores, libraryStores } from './stores.ts';

export type { RowDamage } from './library-rows.ts';
export type { Rescued } from './rescue.ts';

export interface Database extends LibraryStores {
  /** For copying the whole database, and for bringing rows of a copy back. */
  connection: SqliteConnection;
  /** Path of the damaged database that was put out of the way at this start; null where all was well. */
  setAside: string | null;
  /** What was read from that damaged database into this one; null where all was well. */
  rescued: Rescued | null;
  /** Ends all use. Calling it again does nothing. */
  close(): void;
}

export interface DatabaseOptions {
  /** Called once for every row that was passed over because it can't be read. */
  onDamage?: (damage: RowDamage) => void;
  /** Wall clock, ms since 1970 UTC; names a damaged file. */
  now?: () => number;
  /** How long to wait for another process to let go of the database, ms. */
  busy_timeout_ms?: number;
}

/**
 * Opens the library's database, or starts one, for this process alone, so that two apps can't both run the same kits.
 *
 * A damaged file is set aside as `<name>.damaged-<UTC>`, and a new one holds what could be read of it (rescue.ts); see
 * `setAside` and `rescued`. Kits whose rows are lost come back from their documents: openLibrary (rebuild.ts).
 *
 * @throws TripKitError of kind `disk`: can't be opened, read or written, is in use, or was written by a newer version
 */
export function openDatabase(file: string, options: DatabaseOptions = {}): Database {
  const timeout = options.busy_timeout_ms ?? 5000;
  const { db, setAside, rescued } = openOrRescue(file, timeout, options.now?.() ?? Date.now());
  const rows = new LibraryRows(db, file, options.onDamage);
  return { ...libraryStores(rows), connection: rows, setAside, rescued, close: () => rows.close() };
}

interface Opened {
  db: DatabaseSync;
  setAside: string | null;
  rescued: Rescued | null;
}

function openOrRescue(file: string, timeout: number, now: number): Opened {
  try {
    const unfinished = finishRescue(file, now);
    createLibraryFile(file);
    const db = openUndamaged(file, timeout);
    if (db !== null) return { db, setAside: unfinished, rescued: null };
    const turn = takeTurn(file, timeout);
    try {
      // Another process may have rescued the library while this one waited for its turn.
      const other = openUndamaged(file, timeout);
      if (other !== null) return { db: other, setAside: null, rescued: null };
      const { setAside, rescued } = rescueDatabase(file, now);
      return { db: openLibraryFile(file, timeout), setAside, rescued };
    } finally {
      turn.close();
    }
  } catch (error) {
    throw databaseError(error, file);
  }
}

/** Null where the file is damaged. */
function openUndamaged(file: string, timeout: number): DatabaseSync | null {
  try {
    return openLibraryFile(file, timeout);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

function openLibraryFile(file: string, timeout: number): DatabaseSync {
  return openChecked(file, { timeout, migrations, name: `The library ${file}`, check: checkOrRepair });
}

/** A damaged file can't be locked, so those who would rescue it take turns by an empty one beside it. */
function takeTurn(file: string, timeout: number): DatabaseSync {
  createLibraryFile(`${file}.rescue-turn`);
  const turn = new DatabaseSync(`${file}.rescue-turn`, { timeout });
  try {
    turn.exec('BEGIN EXCLUSIVE');
    return turn;
  } catch (error) {
    turn.close();
    throw error;
  }
}

function createLibraryFile(file: string): void {
  try {
    createPrivately(file);
  } catch (error) {
    // A database that may only be read is SQLite's to refuse, with its own words.
    if (errorCode(error) !== 'EISDIR') throw diskError(error, 'Opening the library', file);
  }
}

/**
 * Checks every page, row and index (some 60 ms for 5000 kits with their histories). Where only an index disagrees with
 * its table, it is built again.
 *
 * @throws DamagedDatabase where the tables themselves are damaged
 */
function checkOrRepair(db: DatabaseSync): void {
  const result = checkResult(db, 'integrity_check');
  if (result === 'ok') return;
  if (checkResult(db, 'quick_check') !== 'ok') throw new DamagedDatabase(result);
  try {
    db.exec('REINDEX');
  } catch (error) {
    // Two rows where the index allows one: the table is wrong too.
    if (sqliteCode(error) === sqlite.constraint) throw new DamagedDatabase(result);
    throw error;
  }
  const repaired = checkResult(db, 'integrity_check');
  if (repaired !== 'ok') throw new DamagedDatabase(repaired);
}

/** A check found damage; carries SQLite's own code, so that it is handled as damage that SQLite reports. */
class DamagedDatabase extends Error {
  readonly errcode = sqlite.corrupt;
}
