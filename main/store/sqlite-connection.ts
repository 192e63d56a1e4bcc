/** Common code of the library folder's databases: opening, checking, migrating and setting aside; reads and writes. */
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { fileStamp } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { databaseError, libraryGone } from './database-error.ts';

/** Returns the prepared statement of an SQL text. */
export type Sql = (text: string) => StatementSync;

/** The values of a row by column; a boolean is stored as 1 or 0. */
export type NewRow = Readonly<Record<string, SQLInputValue | boolean>>;

/** An open database: prepared statements, and writes that are durable when a call returns. */
export class SqliteConnection {
  protected readonly file: string;
  #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #inStep = false;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.file = file;
  }

  get db(): DatabaseSync {
    return this.#db;
  }

  /** Goes on with another database; the old one is closed. */
  protected replace(db: DatabaseSync): void {
    this.#statements.clear();
    this.#db = db;
  }

  protected readonly sql: Sql = (text) => {
    const statement = this.#statements.get(text) ?? this.db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  };

  /** Runs `query`. @throws TripKitError of kind `disk` */
  read<T>(query: (sql: Sql) => T): T {
    try {
      return query(this.sql);
    } catch (error) {
      throw databaseError(error, this.file);
    }
  }

  /** The rows of a query that `schema` accepts: see {@link readable}. @throws as `read` */
  find<T>(schema: z.ZodType<T>, query: string, ...args: SQLInputValue[]): T[] {
    return readable(
      this.read((sql) => sql(query).all(...args)),
      schema,
    );
  }

  /**
   * Runs `step` in one transaction, all of it or nothing. A nested step is part of the outer one.
   *
   * @throws TripKitError of kind `disk`, after which the step may be tried again; TripKitErrors of the step unchanged
   */
  write<T>(step: (sql: Sql) => T): T {
    if (this.#inStep) return step(this.sql);
    this.#inStep = true;
    try {
      return this.read((sql) => {
        this.requireFile();
        return inTransaction(this.db, () => step(sql));
      });
    } finally {
      this.#inStep = false;
    }
  }

  /** An open file can be written to after its folder was moved away, but nobody would find it again. */
  protected requireFile(): void {
    if (!exists(this.file)) throw libraryGone(this.file);
  }

  /** `write` of one statement. @returns how many rows it changed */
  run(text: string, ...args: SQLInputValue[]): number {
    return this.write((sql) => Number(sql(text).run(...args).changes));
  }

  /** `write` of one statement for each of the ids. */
  runEach(text: string, ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.write(() => {
      for (const id of ids) this.run(text, id);
    });
  }

  /** Inserts a row. @param rest what follows it in the statement @returns how many rows were written */
  insert(table: string, row: NewRow, rest = ''): number {
    const names = Object.keys(row);
    const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${rest}`;
    const values = Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : value));
    return this.run(text, ...values);
  }

  /**
   * Inserts a row, or changes the one with this key. INSERT OR REPLACE would first delete it and everything that belongs to it.
   *
   * @param key the names of its columns, as in SQL
   */
  put(table: string, key: string, row: NewRow): void {
    const keys = key.split(', ');
    const changes = Object.keys(row).flatMap((name) =>
      keys.includes(name) ? [] : `${name} = excluded.${name}`,
    );
    this.insert(table, row, `ON CONFLICT (${key}) DO UPDATE SET ${changes.join(', ')}`);
  }

  /** Closes the database. Calling it again does nothing. */
  close(): void {
    if (this.db.isOpen) this.db.close();
  }
}

/** The rows that `schema` accepts. An invalid row is skipped and stays in the database. */
export function readable<T>(rows: readonly unknown[], schema: z.ZodType<T>): T[] {
  return rows.flatMap((row) => {
    const read = schema.safeParse(row);
    return read.success ? [read.data] : [];
  });
}

/** Runs `step` in one transaction, all of it or nothing. @throws the error of node:sqlite or of `step` */
export function inTransaction<T>(db: DatabaseSync, step: () => T): T {
  try {
    db.exec('BEGIN IMMEDIATE');
    const result = step();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      // After some errors SQLite has rolled back already (SQLITE_FULL, SQLITE_IOERR), after others not.
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
    } catch {
      // The original error says more.
    }
    throw error;
  }
}

interface OpenOptions {
  /** How long to wait for another process to release the database, ms. */
  timeout: number;
  /** Step n (from 0) upgrades from `user_version` n to n + 1. */
  migrations: readonly string[];
  /** The database's name, as the beginning of a sentence. */
  name: string;
  /** Throws an error for which `isDamage` is true if the content is damaged. */
  check(db: DatabaseSync): void;
}

/**
 * Opens a database, checks it and upgrades it to the current version. Only one process can have it open (locking mode
 * EXCLUSIVE); the lock ends with the process. Commits are durable (sqlite.org/pragma.html#pragma_synchronous).
 *
 * @throws the error of node:sqlite; TripKitError if the database is newer than this program
 */
export function openChecked(file: string, { timeout, migrations, name, check }: OpenOptions): DatabaseSync {
  const db = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF;');
    // One with other tables is no newer version but another file: the check below calls it damaged.
    if (versionOf(db) > migrations.length && hasOwnTables(db, migrations)) {
      throw new TripKitError(
        'disk',
        `${name} was written by a newer version of Trip Kit Desktop. Install that version again to use it; nothing was changed.`,
        { condition: 'newer_version' },
      );
    }
    check(db);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The version of an open database: 0 for a new, empty one. */
export function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/**
 * Upgrades the database to the current version in one transaction. A current one is not written to, so it can be read
 * while the disk is full. Callers have already refused newer versions.
 *
 * @throws the error of node:sqlite
 */
export function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  const version = versionOf(db);
  if (version === migrations.length) return;
  inTransaction(db, () => {
    for (const step of migrations.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** Whether an open database of a version that is not known has at least half of our tables. */
function hasOwnTables(db: DatabaseSync, migrations: readonly string[]): boolean {
  const names = (one: DatabaseSync) =>
    one
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => name);
  const there = new Set(names(db));
  const ours = inNew(migrations, names);
  return ours.filter((name) => there.has(name)).length * 2 >= ours.length;
}

/** Whether an open database has exactly the tables, indexes, triggers and views of its version. */
export function hasOwnSchema(db: DatabaseSync, migrations: readonly string[]): boolean {
  const own = inNew(migrations.slice(0, versionOf(db)), schemaOf);
  return JSON.stringify(own) === JSON.stringify(schemaOf(db));
}

/** What `read` finds in a new database of our own. */
function inNew<T>(migrations: readonly string[], read: (own: DatabaseSync) => T): T {
  using own = new DatabaseSync(':memory:');
  migrate(own, migrations);
  return read(own);
}

function schemaOf(db: DatabaseSync): unknown[] {
  return db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
}

/** The first result of `PRAGMA integrity_check` or `quick_check`; `ok` if nothing is wrong. */
export function checkResult(db: DatabaseSync, check: 'integrity_check' | 'quick_check'): string {
  return String(db.prepare(`PRAGMA ${check}(1)`).get()?.[check]);
}

/** Creates the file if it is missing, readable only by its owner; SQLite gives its log the same permissions. */
export function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

/** The files of an SQLite database: the database, its log and their companions. */
export function filesOf(file: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((ending) => file + ending);
}

/**
 * Renames a damaged database, with the log that belongs to it, to `<name>.damaged-<UTC>`.
 *
 * @param now ms since 1970 UTC
 * @returns the new path
 */
export function putAside(file: string, now: number): string {
  const stamp = fileStamp(now);
  let target = `${file}.damaged-${stamp}`;
  for (let n = 2; filesOf(target).some(exists); n += 1) target = `${file}.damaged-${stamp}-${n}`;
  const targets = filesOf(target);
  for (const [index, path] of filesOf(file).entries()) {
    if (exists(path)) renameSync(path, targets[index] ?? target);
  }
  return target;
}

export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
