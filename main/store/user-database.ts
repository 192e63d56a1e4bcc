/**
 * `user.sqlite`, the only database with data that can't be made again: kits, service profiles, what people add to their kits, the
 * activity record, the journal of watched folders. Documents are files beside it (document-folder.ts). It contains no secret.
 */

import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskError } from '../common/disk-error.ts';
import { errorCode } from '../common/files.ts';
import {
  type AcknowledgementStore,
  acknowledgementStore,
  type PinStore,
  pinStore,
} from './acknowledgement-store.ts';
import { databaseError, isDamage, sqlite, sqliteCode } from './database-error.ts';
import { type DateStore, dateStore } from './date-store.ts';
import { EventLog } from './event-log.ts';
import { type GenerationTimes, generationTimes } from './generation-times.ts';
import { type KitStore, kitStore } from './kit-store.ts';
import { LibraryRows, type RowDamage } from './library-rows.ts';
import { type ProfileStore, profileStore } from './profile-store.ts';
import { checkResult, createPrivately, hasOwnSchema, openChecked, putAside } from './sqlite-connection.ts';
import { userMigrations } from './user-schema.ts';

/** The library's stores, each with its own interface. */
interface LibraryStores {
  kits: KitStore;
  profiles: ProfileStore;
  acknowledgements: AcknowledgementStore;
  pins: PinStore;
  dates: DateStore;
  times: GenerationTimes;
}

/** @param log in the same database */
function libraryStores(rows: LibraryRows, log: EventLog): LibraryStores {
  return {
    kits: kitStore(rows, log),
    profiles: profileStore(rows),
    acknowledgements: acknowledgementStore(rows, log),
    pins: pinStore(rows, log),
    dates: dateStore(rows),
    times: generationTimes(rows),
  };
}

export type { RowDamage } from './library-rows.ts';

/** Its file name in the user-data folder. */
export const USER_DATABASE = 'user.sqlite';
/** The file beside it that names the last entry of its log. */
export const LOG_HEAD = 'audit-head.json';

/** The open database, and its stores. */
export interface UserDatabase extends LibraryStores {
  /** For other rooms' stores, for copying the whole database, and for restoring rows from a copy. */
  connection: LibraryRows;
  /** The event log; the kits' histories and the activity record are views of it. */
  events: EventLog;
  /** Path of the damaged database that was set aside at this start; null if there was no damage. */
  setAside: string | null;
  /** Closes the database. Calling it again does nothing. */
  close(): void;
}

export interface UserDatabaseOptions {
  /** Called once for every row that was skipped because it can't be read. */
  onDamage?: (damage: RowDamage) => void;
  /** Called after a damaged file was set aside, before an empty database is created. */
  onSetAside?: () => void;
  /** Wall clock, ms since 1970 UTC; part of a damaged file's new name. */
  now?: () => number;
  /** How long to wait for another process to release the database, ms. */
  busy_timeout_ms?: number;
}

/** A larger database is checked without its indexes, so that a start takes less than a second more: pages of 4 kB, so 64 MB. */
const MANY_PAGES = 16_384;

/**
 * Opens or creates the database, for this process only, so that two apps can't both run the same kits. A damaged file is set aside as
 * `<name>.damaged-<UTC>` and an empty database is created; its content is restored from the last backup copy and from the kits'
 * documents (main/parcels/open-library.ts).
 *
 * @throws TripKitError of kind `disk`: can't be opened, read or written, is in use, or was written by a newer version
 */
export function openUserDatabase(file: string, options: UserDatabaseOptions = {}): UserDatabase {
  const { db, setAside } = openOrBegin(file, options);
  const connection = new LibraryRows(db, file, options.onDamage);
  const headFile = join(dirname(file), LOG_HEAD);
  const events = new EventLog(connection, headFile, setAside !== null, options.now ?? Date.now);
  const close = () => {
    events.close();
    connection.close();
  };
  return { ...libraryStores(connection, events), connection, events, setAside, close };
}

function openOrBegin(file: string, options: UserDatabaseOptions) {
  const timeout = options.busy_timeout_ms ?? 5000;
  try {
    const db = openUndamaged(file, timeout);
    if (db !== null) return { db, setAside: null };
    const turn = takeTurn(file, timeout);
    try {
      // Another process may have set it aside while this one waited for its turn.
      const other = openUndamaged(file, timeout);
      if (other !== null) return { db: other, setAside: null };
      const setAside = putAside(file, options.now?.() ?? Date.now());
      options.onSetAside?.();
      return { db: openFile(file, timeout), setAside };
    } finally {
      turn.close();
    }
  } catch (error) {
    throw databaseError(error, file);
  }
}

/** Null if the file is damaged. */
function openUndamaged(file: string, timeout: number): DatabaseSync | null {
  try {
    return openFile(file, timeout);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

function openFile(file: string, timeout: number): DatabaseSync {
  createFile(file);
  const name = `The library ${file}`;
  return openChecked(file, { timeout, migrations: userMigrations, name, check: checkOrRepair });
}

/** A damaged file can't be locked, so processes that would set it aside take turns by locking an empty file beside it. */
function takeTurn(file: string, timeout: number): DatabaseSync {
  createFile(`${file}.turn`);
  const turn = new DatabaseSync(`${file}.turn`, { timeout });
  try {
    turn.exec('BEGIN EXCLUSIVE');
    return turn;
  } catch (error) {
    turn.close();
    throw error;
  }
}

function createFile(file: string): void {
  try {
    createPrivately(file);
  } catch (error) {
    // If the database is read-only, SQLite reports that.
    if (errorCode(error) !== 'EISDIR') throw diskError(error, 'Opening the library', file);
  }
}

/**
 * Checks the schema, and every page, row and index (some 60 ms for 5000 kits with their histories). If only an index disagrees with its table, it is
 * rebuilt.
 *
 * @throws an error for which `isDamage` is true if the tables themselves are damaged
 */
function checkOrRepair(db: DatabaseSync): void {
  if (!hasOwnSchema(db, userMigrations)) throw damaged('these are not the tables of its version');
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
  const result = checkResult(db, pages > MANY_PAGES ? 'quick_check' : 'integrity_check');
  if (result === 'ok') return;
  if (checkResult(db, 'quick_check') !== 'ok') throw damaged(result);
  try {
    db.exec('REINDEX');
  } catch (error) {
    // Two rows where the index allows one: the table is damaged too.
    if (sqliteCode(error) === sqlite.constraint) throw damaged(result);
    throw error;
  }
  const repaired = checkResult(db, 'integrity_check');
  if (repaired !== 'ok') throw damaged(repaired);
}

function damaged(what: string): Error {
  return Object.assign(new Error(what), { errcode: sqlite.corrupt });
}
