/**
 * Opens `reading.sqlite`, the database of everything extracted from documents. All of it can be made again: a database
 * that can't be read, or is of an unknown version, is replaced by an empty one, with a line in the log.
 */
import { rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { databaseError, isDamage } from './database-error.ts';
import { readingMigrations, searchSchema } from './reading-schema.ts';
import {
  createPrivately,
  filesOf,
  inTransaction,
  migrate,
  type Sql,
  SqliteConnection,
  versionOf,
} from './sqlite-connection.ts';

export interface ReadingDatabaseOptions {
  log: Log;
  /** The database was replaced by an empty one while it was open: its content must be extracted again. */
  onRebuilt?: () => void;
  /** How long to wait for another process to release the database, ms. */
  busy_timeout_ms?: number;
  /** Whether to create the search index; false simulates an SQLite without FTS5 in tests. */
  fts5?: boolean;
}

type Row = Record<string, SQLOutputValue>;

/** The open database. If damage shows in use, an empty database replaces it and the call is made again. */
export class ReadingDatabase extends SqliteConnection {
  readonly #options: ReadingDatabaseOptions;
  #opened: Opened;
  #isBusy = false;

  /** Never throws for problems with the file: see `problem`. */
  constructor(file: string, options: ReadingDatabaseOptions) {
    const opened = open(file, options);
    super(opened.db, file);
    this.#options = options;
    this.#opened = opened;
  }

  /** A sentence if nothing can be stored until the next start; null otherwise. */
  get problem(): string | null {
    return this.#opened.problem;
  }

  /** Whether this SQLite has FTS5. */
  get searchable(): boolean {
    return this.#opened.searchable;
  }

  /** Runs queries that belong together: if damage shows, all of them are run again. @throws TripKitError of kind `disk` */
  override read<T>(queries: (sql: Sql) => T): T {
    if (this.#isBusy) return queries(this.sql);
    this.#isBusy = true;
    try {
      return super.read(queries);
    } catch (error) {
      if (!(error instanceof TripKitError) || !isDamage(error.cause)) throw error;
      this.#options.log.warn(
        `${this.file} is damaged (${String(error.cause)}); it is made again from the documents.`,
      );
      return super.read((sql) => {
        this.close();
        removeFiles(this.file);
        this.#opened = open(this.file, this.#options);
        this.replace(this.#opened.db);
        this.#options.onRebuilt?.();
        return queries(sql);
      });
    } finally {
      this.#isBusy = false;
    }
  }

  /** The first row of a query. */
  get(text: string, ...values: SQLInputValue[]): Row | undefined {
    return this.read((sql) => sql(text).get(...values));
  }

  /** All rows of a query. */
  all(text: string, ...values: SQLInputValue[]): Row[] {
    return this.read((sql) => sql(text).all(...values));
  }

  /** Returns freed space to the volume. */
  shrink(): void {
    this.read(() => this.db.exec('PRAGMA incremental_vacuum'));
  }

  /** What is lost with the file is made again at the next start. */
  protected override requireFile(): void {}
}

interface Opened {
  db: DatabaseSync;
  searchable: boolean;
  problem: string | null;
}

function open(file: string, options: ReadingDatabaseOptions): Opened {
  try {
    return { ...openOrReplace(file, options), problem: null };
  } catch (error) {
    // Documents can still be read. Nothing is extracted until the next start: memory is not the place for it.
    const problem = databaseError(error, file).message;
    options.log.error(`What is taken from documents can't be kept: ${problem}`, error);
    return { ...upgrade(new DatabaseSync(':memory:'), options), problem };
  }
}

function openOrReplace(file: string, options: ReadingDatabaseOptions): Omit<Opened, 'problem'> {
  try {
    return openFile(file, options);
  } catch (error) {
    if (!isDamage(error) && !(error instanceof OtherVersion)) throw error;
    options.log.warn(`${file} can't be used (${String(error)}); it is made again from the documents.`);
    removeFiles(file);
    return openFile(file, options);
  }
}

function openFile(file: string, options: ReadingDatabaseOptions): Omit<Opened, 'problem'> {
  createPrivately(file);
  const db = new DatabaseSync(file, { timeout: options.busy_timeout_ms ?? 2000 });
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
    return upgrade(db, options);
  } catch (error) {
    db.close();
    throw error;
  }
}

function upgrade(db: DatabaseSync, { log, fts5 }: ReadingDatabaseOptions): Omit<Opened, 'problem'> {
  migrate(db, readingMigrations);
  const indexed = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'page_search'").get() !== undefined;
  return { db, searchable: fts5 !== false && (indexed || makeIndex(db, log)) };
}

/** Whether this SQLite supports it: not every build of Node includes FTS5. */
function makeIndex(db: DatabaseSync, log: Log): boolean {
  try {
    inTransaction(db, () => db.exec(searchSchema));
    return true;
  } catch (error) {
    if (!String(error).includes('no such module')) throw error;
    log.error('This build has no full-text search (FTS5).', error);
    return false;
  }
}

function removeFiles(file: string): void {
  for (const path of filesOf(file)) rmSync(path, { force: true });
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
