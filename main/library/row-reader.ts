import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { databaseError, sqlite, sqliteCode } from './database-error.ts';

export type Table = 'profiles' | 'kits' | 'events' | 'acknowledgements' | 'pins' | 'generation_times';

/** A row that was passed over because it can't be read. */
export interface RowDamage {
  table: Table;
  /** The kit or the profile that it belongs to, as far as it can be told. */
  id: string;
  /** For the log: what is wrong with it. Holds none of the row's values. */
  reason: string;
}

/** Reads rows so that one that can't be read never takes the others with it; each such row is reported once. */
export class RowReader {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #onDamage: (damage: RowDamage) => void;
  readonly #reported = new Set<string>();

  constructor(db: DatabaseSync, file: string, onDamage: (damage: RowDamage) => void) {
    this.#db = db;
    this.#file = file;
    this.#onDamage = onDamage;
  }

  /**
   * All rows of `statement` that `read` accepts.
   *
   * @throws TripKitError of kind `disk` where the database can't be read at all
   */
  all<T>(table: Table, statement: StatementSync, args: SQLInputValue[], read: (row: unknown) => T): T[] {
    const found: T[] = [];
    for (const row of this.#rows(table, statement, args)) {
      try {
        found.push(read(row));
      } catch (error) {
        this.#report(table, row, error);
      }
    }
    return found;
  }

  #rows(table: Table, statement: StatementSync, args: SQLInputValue[]): unknown[] {
    try {
      return statement.all(...args);
    } catch (error) {
      const code = sqliteCode(error);
      // A value that JavaScript can't hold (no SQLite error), or a damaged page: take what can be had one by one.
      if (code === undefined || code === sqlite.corrupt) return this.#oneByOne(table, statement, args, error);
      throw databaseError(error, this.#file);
    }
  }

  #oneByOne(table: Table, statement: StatementSync, args: SQLInputValue[], cause: unknown): unknown[] {
    const rows: unknown[] = [];
    try {
      // Integers come as they are here, and are made numbers again where they fit; the schema judges the rest.
      statement.setReadBigInts(true);
      for (const row of statement.iterate(...args)) {
        rows.push(
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [
              name,
              typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value,
            ]),
          ),
        );
      }
    } catch (error) {
      if (!this.#db.isOpen) throw databaseError(error, this.#file);
      this.#report(table, {}, cause);
    } finally {
      if (this.#db.isOpen) statement.setReadBigInts(false);
    }
    return rows;
  }

  #report(table: Table, row: unknown, error: unknown): void {
    const { id, kit_id } = row as { id?: unknown; kit_id?: unknown };
    const owner = String(id ?? kit_id ?? 'unknown');
    const key = `${table} ${owner}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#onDamage({ table, id: owner, reason: reasonOf(error) });
  }
}

/** The columns that are wrong, without their values. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'issues' in error && Array.isArray(error.issues)) {
    const paths = error.issues.map((issue: { path?: unknown }) =>
      Array.isArray(issue.path) ? issue.path.join('.') : '',
    );
    return `not as expected: ${[...new Set(paths)].join(', ')}`;
  }
  return error instanceof Error ? error.message : 'not readable';
}
