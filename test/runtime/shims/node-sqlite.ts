/**
 * `node:sqlite` (Node 24) over the better-sqlite3 that was built for this very Electron and lies beside it, as much of it as
 * the app uses: DatabaseSync with positional parameters. SQLite itself is real; the binding to it is another.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { shim } from './marker.ts';

shim('tripkit-shim:node-sqlite');

type Value = null | number | bigint | string | NodeJS.ArrayBufferView;
type Row = Record<string, unknown>;

/** As much of better-sqlite3's API as is used here (its docs/api.md). */
interface BetterStatement {
  readonly reader: boolean;
  run(...values: unknown[]): { changes: number; lastInsertRowid: number | bigint };
  get(...values: unknown[]): Row | undefined;
  all(...values: unknown[]): Row[];
  iterate(...values: unknown[]): IterableIterator<Row>;
  safeIntegers(on: boolean): void;
}
interface BetterDatabase {
  readonly open: boolean;
  readonly inTransaction: boolean;
  exec(text: string): void;
  prepare(text: string): BetterStatement;
  pragma(text: string): void;
  backup(file: string, options: { progress(): number }): Promise<{ totalPages: number }>;
  unsafeMode(on: boolean): void;
  close(): void;
}
type Better = new (
  file: string,
  options: { timeout: number; readonly: boolean; nativeBinding: string },
) => BetterDatabase;

/** A worker thread has no resourcesPath: the program's folder leads there. */
const folder = join(process.execPath, '../resources/better-sqlite3');
let loaded: Better | null = null;
function betterSqlite(): Better {
  loaded ??= createRequire(import.meta.url)(join(folder, 'lib/index.js')) as Better;
  return loaded;
}

/** better-sqlite3 names what node:sqlite numbers (sqlite.org/rescode.html). */
const resultCodes: Readonly<Record<string, number>> = {
  ...{ ERROR: 1, INTERNAL: 2, PERM: 3, ABORT: 4, BUSY: 5, LOCKED: 6, NOMEM: 7, READONLY: 8, INTERRUPT: 9 },
  ...{ IOERR: 10, CORRUPT: 11, NOTFOUND: 12, FULL: 13, CANTOPEN: 14, PROTOCOL: 15, EMPTY: 16, SCHEMA: 17 },
  ...{ TOOBIG: 18, CONSTRAINT: 19, MISMATCH: 20, MISUSE: 21, NOLFS: 22, AUTH: 23, FORMAT: 24, RANGE: 25 },
  ...{ NOTADB: 26, CONSTRAINT_CHECK: 275, CONSTRAINT_FOREIGNKEY: 787, CONSTRAINT_NOTNULL: 1299 },
  ...{
    CONSTRAINT_PRIMARYKEY: 1555,
    CONSTRAINT_TRIGGER: 1811,
    CONSTRAINT_UNIQUE: 2067,
    CONSTRAINT_ROWID: 2579,
  },
  ...{ IOERR_SHORT_READ: 522, IOERR_READ: 266, IOERR_WRITE: 778, CORRUPT_INDEX: 779, CORRUPT_VTAB: 267 },
};

/** Throws it as node:sqlite throws (Node docs, "SQLite"; ERR_SQLITE_ERROR). */
function rethrow(error: unknown): never {
  const given = error as Error & { code?: string };
  const name = /^SQLITE_(.+)$/.exec(given.code ?? '')?.[1];
  if (name !== undefined) {
    const errcode = resultCodes[name] ?? resultCodes[name.split('_')[0] ?? ''] ?? 1;
    throw Object.assign(given, { errcode, errstr: given.message, code: 'ERR_SQLITE_ERROR' });
  }
  // better-sqlite3 refuses by a TypeError what node:sqlite leaves to SQLite.
  if (/database connection is not open/.test(given.message)) given.code = 'ERR_INVALID_STATE';
  throw given;
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return rethrow(error);
  }
}

/** A row with blobs as node:sqlite gives them. */
function asNode(row: Row): Row {
  for (const [key, value] of Object.entries(row)) {
    if (Buffer.isBuffer(value)) row[key] = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  return row;
}

export class StatementSync {
  readonly #statement: BetterStatement;
  readonly #numbered: boolean;

  constructor(statement: BetterStatement, numbered: boolean) {
    this.#statement = statement;
    this.#numbered = numbered;
  }

  #bound(given: readonly Value[]): unknown[] {
    const values = given.map((value) =>
      ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
    );
    if (!this.#numbered) return values;
    return [Object.fromEntries(values.map((value, at) => [`p${at + 1}`, value]))];
  }

  run(...values: Value[]): { changes: number; lastInsertRowid: number | bigint } {
    return attempt(() => {
      if (!this.#statement.reader) return this.#statement.run(...this.#bound(values));
      this.#statement.all(...this.#bound(values));
      return { changes: 0, lastInsertRowid: 0 };
    });
  }

  get(...values: Value[]): Row | undefined {
    return attempt(() => {
      if (this.#statement.reader) {
        const row = this.#statement.get(...this.#bound(values));
        return row && asNode(row);
      }
      this.#statement.run(...this.#bound(values));
      return undefined;
    });
  }

  all(...values: Value[]): Row[] {
    return attempt(() => {
      if (this.#statement.reader) return this.#statement.all(...this.#bound(values)).map(asNode);
      this.#statement.run(...this.#bound(values));
      return [];
    });
  }

  *iterate(...values: Value[]): IterableIterator<Row> {
    try {
      for (const row of this.#statement.iterate(...this.#bound(values))) yield asNode(row);
    } catch (error) {
      rethrow(error);
    }
  }

  setReadBigInts(on: boolean): void {
    this.#statement.safeIntegers(on);
  }
}

interface Options {
  timeout?: number;
  enableForeignKeyConstraints?: boolean;
  readOnly?: boolean;
}

export class DatabaseSync {
  readonly #database: BetterDatabase;

  /** For `backup` below. */
  static betterOf(database: DatabaseSync): BetterDatabase {
    return database.#database;
  }

  constructor(file: string, options: Options = {}) {
    const { timeout = 0, enableForeignKeyConstraints = true, readOnly = false } = options;
    this.#database = attempt(() => {
      const nativeBinding = join(folder, 'build/Release/better_sqlite3.node');
      const database = new (betterSqlite())(String(file), { timeout, readonly: readOnly, nativeBinding });
      // As node:sqlite: no guard against what is asked while rows are read.
      database.unsafeMode(true);
      database.pragma(`foreign_keys = ${enableForeignKeyConstraints ? 'ON' : 'OFF'}`);
      return database;
    });
  }

  get isOpen(): boolean {
    return this.#database.open;
  }

  get isTransaction(): boolean {
    return this.#database.inTransaction;
  }

  exec(text: string): void {
    attempt(() => this.#database.exec(text));
  }

  prepare(text: string): StatementSync {
    // better-sqlite3 takes `?1` for a name: the numbered ones become names of their own.
    const numbered = /\?\d/.test(text);
    return attempt(
      () =>
        new StatementSync(
          this.#database.prepare(numbered ? text.replace(/\?(\d+)/g, '@p$1') : text),
          numbered,
        ),
    );
  }

  close(): void {
    if (!this.#database.open)
      throw Object.assign(new Error('database is not open'), { code: 'ERR_INVALID_STATE' });
    this.#database.close();
  }

  [Symbol.dispose](): void {
    if (this.#database.open) this.#database.close();
  }
}

/** How many pages a step copies, as node:sqlite's default. */
const STEP_PAGES = 100;

/** Copies a database; what `progress` throws ends it. */
export async function backup(
  source: DatabaseSync,
  file: string,
  { progress = () => {} }: { progress?(): void } = {},
): Promise<number> {
  try {
    const step = () => {
      progress();
      return STEP_PAGES;
    };
    return (await DatabaseSync.betterOf(source).backup(file, { progress: step })).totalPages;
  } catch (error) {
    return rethrow(error);
  }
}
