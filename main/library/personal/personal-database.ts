/**
 * The personal database: what people put beside their kits (places where they were, marks). It is theirs and can't be
 * made again, so damage is put aside, never deleted; and reading doesn't depend on it, so the app starts without it too.
 *
 * It is a file of its own because the rescue of the library (rescue-rows.ts) knows that database's tables by their
 * columns. Rows name their kit by its id, without a foreign key: what belongs to a kit is removed with it by whoever
 * owns the table.
 */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TripKitError } from '../../common/errors.ts';
import { databaseError, isDamage, libraryGone, sqlite } from '../database-error.ts';
import { personalMigrations } from './personal-migrations.ts';

export interface PersonalDatabase {
  /** For prepared statements of the stores; writes go through `write`. */
  readonly db: DatabaseSync;
  /** Path of the damaged database that was put out of the way at this start; null where all was well. */
  readonly setAside: string | null;
  /**
   * Null where what is written is kept. Else the file could not be used (in use, no access, a newer version's), this
   * run works in memory, and the sentence says so.
   */
  readonly problem: string | null;
  /**
   * Runs `step` in one transaction, durable when the call returns. A step within a step belongs to the outer one.
   *
   * @throws TripKitError of kind `disk`; the database is as it was before. TripKitErrors of the step pass as they are
   */
  write<T>(step: () => T): T;
  /** Runs `query`. @throws TripKitError of kind `disk` */
  read<T>(query: () => T): T;
  /** Ends all use. Calling it again does nothing. */
  close(): void;
}

export interface PersonalDatabaseOptions {
  /** Wall clock, ms since 1970 UTC; names a damaged file. */
  now?: () => number;
  /** How long to wait for another process to let go of the database, ms. */
  busy_timeout_ms?: number;
  /** The steps to run; for tests of migrations. */
  migrations?: readonly string[];
}

const companions = ['', '-wal', '-shm', '-journal'];

/** Opens the personal database, or starts one. Never throws for what is wrong with the file: see `problem`, `setAside`. */
export function openPersonalDatabase(file: string, options: PersonalDatabaseOptions = {}): PersonalDatabase {
  const timeout = options.busy_timeout_ms ?? 5000;
  const migrations = options.migrations ?? personalMigrations;
  try {
    createPrivately(file);
    try {
      return using(openSound(file, timeout, migrations), file, null, null);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    const setAside = putAside(file, options.now?.() ?? Date.now());
    createPrivately(file);
    return using(openSound(file, timeout, migrations), file, setAside, null);
  } catch (error) {
    const memory = openSound(':memory:', timeout, migrations);
    return using(memory, null, null, sentence(error, file));
  }
}

function sentence(error: unknown, file: string): string {
  const why = databaseError(error, file).message;
  return `Your reading places and marks can’t be kept on this laptop just now; your kits can be read all the same. ${why}`;
}

function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

/** @throws the error of node:sqlite; TripKitError where the database is newer than this program */
function openSound(file: string, timeout: number, migrations: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF;');
    if (versionOf(db) > migrations.length) {
      throw new TripKitError(
        'disk',
        `${basename(file)} was written by a newer version of Trip Kit Desktop. Install that version again to use it; nothing was changed.`,
        { condition: 'newer_version' },
      );
    }
    checkOrRepair(db);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

function isSound(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check === 'ok';
}

/** Where only an index disagrees with its table, it is made anew. @throws an error that `isDamage` knows */
function checkOrRepair(db: DatabaseSync): void {
  if (isSound(db)) return;
  try {
    db.exec('REINDEX');
  } catch {
    // The second check tells.
  }
  if (!isSound(db)) {
    throw Object.assign(new Error('the personal database is damaged'), { errcode: sqlite.corrupt });
  }
}

/** All steps in one transaction: it is current afterwards, or as it was. A current one is not written to. */
function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  const version = versionOf(db);
  if (version === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const step of migrations.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** `<name>.damaged-<UTC>`, with its log, which belongs to it. */
function putAside(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
  const free = (name: string) => !companions.some((companion) => existsSync(name + companion));
  let target = `${file}.damaged-${stamp}`;
  for (let n = 2; !free(target); n += 1) target = `${file}.damaged-${stamp}-${n}`;
  for (const companion of companions) {
    if (existsSync(file + companion)) renameSync(file + companion, target + companion);
  }
  return target;
}

/** @param file null for a database in memory */
function using(
  db: DatabaseSync,
  file: string | null,
  setAside: string | null,
  problem: string | null,
): PersonalDatabase {
  const name = file ?? 'in memory';
  let inStep = false;
  const read = <T>(query: () => T): T => {
    try {
      return query();
    } catch (error) {
      throw databaseError(error, name);
    }
  };
  const write = <T>(step: () => T): T => {
    if (inStep) return step();
    inStep = true;
    try {
      // An open file can be written after its folder was moved away, and nobody would find it again.
      if (file !== null && statSync(file, { throwIfNoEntry: false }) === undefined) throw libraryGone(file);
      db.exec('BEGIN IMMEDIATE');
      const result = step();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(db);
      throw databaseError(error, name);
    } finally {
      inStep = false;
    }
  };
  return {
    db,
    setAside,
    problem,
    read,
    write,
    close: () => {
      if (db.isOpen) db.close();
    },
  };
}

/** SQLite has rolled back by itself after some errors (SQLITE_FULL, SQLITE_IOERR), not after others. */
function rollBack(db: DatabaseSync): void {
  try {
    if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
  } catch {
    // The error that led here says more.
  }
}
