/**
 * The library's database: which kits and service profiles this laptop has. Documents are files beside it
 * (document-folder.ts). It holds no secret.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TripKitError } from '../common/errors.ts';
import type { AcknowledgementStore } from './acknowledgement-store.ts';
import { databaseError, isDamage, sqlite, sqliteCode } from './database-error.ts';
import { diskError, errorCode } from './disk-error.ts';
import type { GenerationTimes } from './generation-times.ts';
import type { KitStore } from './kit-store.ts';
import { currentVersion, migrate, versionOf } from './migrations.ts';
import type { PinStore } from './pin-store.ts';
import type { ProfileStore } from './profile-store.ts';
import { finishRescue, type Rescued, rescueDatabase } from './rescue.ts';
import { type RowDamage, RowReader } from './row-reader.ts';
import { RowWriter } from './row-writer.ts';
import { SqliteAcknowledgementStore } from './sqlite-acknowledgement-store.ts';
import { SqliteGenerationTimes } from './sqlite-generation-times.ts';
import { SqliteKitStore } from './sqlite-kit-store.ts';
import { SqlitePinStore } from './sqlite-pin-store.ts';
import { SqliteProfileStore } from './sqlite-profile-store.ts';

export type { Rescued } from './rescue.ts';
export type { RowDamage } from './row-reader.ts';

export interface Database {
  kits: KitStore;
  profiles: ProfileStore;
  acknowledgements: AcknowledgementStore;
  pins: PinStore;
  times: GenerationTimes;
  /** Path of the damaged database that was put out of the way at this start; null where all was well. */
  setAside: string | null;
  /** What was read from that damaged database into this one; null where all was well. */
  rescued: Rescued | null;
  /** Ends all use. Calling it again does nothing. */
  close(): void;
}

export interface DatabaseOptions {
  /** Told of every row that was passed over because it can't be read, once a row. */
  onDamage?: (damage: RowDamage) => void;
  /** Wall clock, ms since 1970 UTC; names a damaged file. */
  now?: () => number;
  /** How long to wait for another process to let go of the database, ms. */
  busy_timeout_ms?: number;
}

/**
 * Opens the library's database, or starts one. Whatever was committed is durable (WAL, synchronous FULL:
 * sqlite.org/pragma.html#pragma_synchronous). One process at a time has it open (locking mode EXCLUSIVE), so that two
 * apps can't both run the same kits; the lock ends with the process, however it ends.
 *
 * A damaged file is set aside as `<name>.damaged-<UTC>`, and a new one holds what could be read of it (rescue.ts); see
 * `setAside` and `rescued`. Kits whose rows are lost come back from their documents: openLibrary (rebuild.ts).
 *
 * @throws TripKitError of kind `disk`: can't be opened, read or written, is in use, or was written by a newer version
 */
export function openDatabase(file: string, options: DatabaseOptions = {}): Database {
  const timeout = options.busy_timeout_ms ?? 5000;
  const now = options.now?.() ?? Date.now();
  const { db, setAside, rescued } = openOrRescue(file, timeout, now);
  const reader = new RowReader(db, file, options.onDamage ?? (() => {}));
  const writer = new RowWriter(db, file);
  return {
    kits: new SqliteKitStore(db, writer, reader),
    profiles: new SqliteProfileStore(db, writer, reader),
    acknowledgements: new SqliteAcknowledgementStore(db, writer, reader),
    pins: new SqlitePinStore(db, writer, reader),
    times: new SqliteGenerationTimes(db, writer, reader),
    setAside,
    rescued,
    close: () => {
      if (db.isOpen) db.close();
    },
  };
}

interface Opened {
  db: DatabaseSync;
  setAside: string | null;
  rescued: Rescued | null;
}

function openOrRescue(file: string, timeout: number, now: number): Opened {
  try {
    const unfinished = finishRescue(file, now);
    createPrivately(file);
    try {
      return { db: openSound(file, timeout), setAside: unfinished, rescued: null };
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    const turn = takeTurn(file, timeout);
    try {
      return rescueUnlessDone(file, timeout, now);
    } finally {
      turn.close();
    }
  } catch (error) {
    throw databaseError(error, file);
  }
}

/** Another process may have rescued the library while this one waited for its turn. */
function rescueUnlessDone(file: string, timeout: number, now: number): Opened {
  try {
    return { db: openSound(file, timeout), setAside: null, rescued: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const { setAside, rescued } = rescueDatabase(file, now);
  return { db: openSound(file, timeout), setAside, rescued };
}

/** A damaged file can't be locked, so those who would rescue it take turns by an empty one beside it. */
function takeTurn(file: string, timeout: number): DatabaseSync {
  createPrivately(`${file}.rescue-turn`);
  const turn = new DatabaseSync(`${file}.rescue-turn`, { timeout });
  try {
    turn.exec('BEGIN EXCLUSIVE');
    return turn;
  } catch (error) {
    turn.close();
    throw error;
  }
}

/** The WAL takes its permissions from the database file, so that one file made private makes all of them private. */
function createPrivately(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    // A database that may only be read is SQLite's to refuse, with its own words.
    if (errorCode(error) !== 'EISDIR') throw diskError(error, 'Opening the library', file);
  }
}

/** @throws the error of node:sqlite; TripKitError where the database is newer than this program */
function openSound(file: string, timeout: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF;');
    const version = versionOf(db);
    if (version > currentVersion) {
      throw new TripKitError(
        'disk',
        `The library ${file} was written by a newer version of Trip Kit Desktop. Install that version again to use it; nothing was changed.`,
        { condition: 'newer_version' },
      );
    }
    checkOrRepair(db);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Checks every page, row and index (some 60 ms for 5000 kits with their histories). Where only an index disagrees with
 * its table, it is made anew.
 *
 * @throws DamagedDatabase where the tables themselves are damaged
 */
function checkOrRepair(db: DatabaseSync): void {
  const says = (check: 'integrity_check' | 'quick_check') =>
    String(db.prepare(`PRAGMA ${check}(1)`).get()?.[check]);
  const whole = says('integrity_check');
  if (whole === 'ok') return;
  if (says('quick_check') !== 'ok') throw new DamagedDatabase(whole);
  try {
    db.exec('REINDEX');
  } catch (error) {
    // Two rows where the index allows one: the table is wrong too.
    if (sqliteCode(error) === sqlite.constraint) throw new DamagedDatabase(whole);
    throw error;
  }
  const repaired = says('integrity_check');
  if (repaired !== 'ok') throw new DamagedDatabase(repaired);
}

/** A check found damage; carries SQLite's own code, so that it is handled as damage that shows by itself. */
class DamagedDatabase extends Error {
  readonly errcode = sqlite.corrupt;
}
