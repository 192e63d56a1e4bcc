/**
 * Opens `reading.sqlite`, the database of everything extracted from documents. All of it can be made again: a database
 * that can't be read, or is of an unknown version, is replaced by an empty one, with a line in the log.
 */
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { databaseError, isDamage } from './database-error.ts';
import { readingMigrations, searchSchema } from './reading-schema.ts';
import { filesOf, inTransaction, migrate, versionOf } from './sqlite-connection.ts';

export interface ReadingDatabaseOptions {
  log: Log;
  /** The database was replaced by an empty one while it was open: its content must be extracted again. */
  onRebuilt?: () => void;
  /** How long to wait for another process to release the database, ms. */
  busy_timeout_ms?: number;
  /** Whether to create the search index; false simulates an SQLite without FTS5 in tests. */
  fts5?: boolean;
}

type Prepared = ReturnType<DatabaseSync['prepare']>;
type Row = Record<string, SQLOutputValue>;

/**
 * The open database. If damage shows in use, an empty database replaces it and the call is made again.
 * Queries throw TripKitError of kind `disk`.
 */
export class ReadingDatabase {
  readonly #file: string;
  readonly #options: ReadingDatabaseOptions;
  #db: DatabaseSync;
  #statements = new Map<string, Prepared>();
  #problem: string | null = null;
  #searchable = false;
  #isBusy = false;
  #inTransaction = false;

  /** Never throws for problems with the file: see `problem`. */
  constructor(file: string, options: ReadingDatabaseOptions) {
    this.#file = file;
    this.#options = options;
    this.#db = this.#open();
  }

  /** A sentence if nothing can be stored until the next start; null otherwise. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Whether this SQLite has FTS5. */
  get searchable(): boolean {
    return this.#searchable;
  }

  /** Runs queries that belong together: if damage shows, all of them are run again. */
  read<T>(queries: () => T): T {
    if (this.#isBusy) return queries();
    try {
      return this.#alone(queries);
    } catch (error) {
      if (!isDamage(error)) throw databaseError(error, this.#file);
      this.#options.log.warn(
        `${this.#file} is damaged (${String(error)}); it is made again from the documents.`,
      );
    }
    try {
      this.close();
      this.#remove();
      this.#db = this.#open();
      this.#options.onRebuilt?.();
      return this.#alone(queries);
    } catch (error) {
      throw databaseError(error, this.#file);
    }
  }

  /** The first row of a query. */
  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.read(() => this.#prepare(sql).get(...values));
  }

  /** All rows of a query. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.read(() => this.#prepare(sql).all(...values));
  }

  /** Runs a statement, outside of `write` in its own transaction. @returns how many rows it changed */
  run(sql: string, ...values: SQLInputValue[]): number {
    return this.write(() => Number(this.#prepare(sql).run(...values).changes));
  }

  /** Runs `step` in one transaction, all of it or nothing. A nested step is part of the outer one. */
  write<T>(step: () => T): T {
    if (this.#inTransaction) return step();
    return this.read(() => {
      this.#inTransaction = true;
      try {
        return inTransaction(this.#db, step);
      } finally {
        this.#inTransaction = false;
      }
    });
  }

  /** Returns freed space to the volume. */
  shrink(): void {
    this.read(() => this.#db.exec('PRAGMA incremental_vacuum'));
  }

  /** Closes the database. Calling it again does nothing. */
  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  #alone<T>(queries: () => T): T {
    this.#isBusy = true;
    try {
      return queries();
    } finally {
      this.#isBusy = false;
    }
  }

  #prepare(text: string): Prepared {
    const statement = this.#statements.get(text) ?? this.#db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #open(): DatabaseSync {
    this.#statements = new Map();
    try {
      return this.#openOrReplace();
    } catch (error) {
      // Documents can still be read. Nothing is extracted until the next start: memory is not the place for it.
      this.#problem = databaseError(error, this.#file).message;
      this.#options.log.error(`What is taken from documents can't be kept: ${this.#problem}`, error);
      return this.#migrate(new DatabaseSync(':memory:'));
    }
  }

  #openOrReplace(): DatabaseSync {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    try {
      return this.#openFile();
    } catch (error) {
      if (!isDamage(error) && !(error instanceof OtherVersion)) throw error;
      this.#options.log.warn(
        `${this.#file} can't be used (${String(error)}); it is made again from the documents.`,
      );
      this.#remove();
      return this.#openFile();
    }
  }

  #openFile(): DatabaseSync {
    closeSync(openSync(this.#file, 'a', 0o600));
    const db = new DatabaseSync(this.#file, { timeout: this.#options.busy_timeout_ms ?? 2000 });
    try {
      // Auto-vacuum only takes effect in an empty file, before the first table (sqlite.org/pragma.html).
      db.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA auto_vacuum = INCREMENTAL;',
      );
      const version = versionOf(db);
      const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
      if (version > readingMigrations.length || (version === 0 && !isEmpty))
        throw new OtherVersion(`version ${version}`);
      // Anything lost in a power cut is made again, so NORMAL is enough.
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;');
      return this.#migrate(db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  #migrate(db: DatabaseSync): DatabaseSync {
    migrate(db, readingMigrations);
    const indexed = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'page_search'").get() !== undefined;
    this.#searchable = this.#options.fts5 !== false && (indexed || this.#makeIndex(db));
    return db;
  }

  /** Whether this SQLite supports it: not every build of Node includes FTS5. */
  #makeIndex(db: DatabaseSync): boolean {
    try {
      inTransaction(db, () => db.exec(searchSchema));
      return true;
    } catch (error) {
      if (!String(error).includes('no such module')) throw error;
      this.#options.log.error('This build has no full-text search (FTS5).', error);
      return false;
    }
  }

  #remove(): void {
    for (const path of filesOf(this.#file)) rmSync(path, { force: true });
  }
}

class OtherVersion extends Error {}

/** The error of a search if this build has no full-text search. */
export function noFullText(): TripKitError {
  return new TripKitError(
    'config',
    'This build of Trip Kit Desktop can’t search the text of kits. Find within an open kit instead, and tell support.',
    { condition: 'no_fts5' },
  );
}
