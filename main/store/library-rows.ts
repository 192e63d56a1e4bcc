import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { databaseError, sqlite, sqliteCode } from './database-error.ts';
import type { Table } from './row-schema.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** A row that was skipped because it can't be read. */
export interface RowDamage {
  table: Table;
  /** Id of its kit or profile, as far as it can be read. */
  id: string;
  /** For the log: what is wrong with the row. Contains none of its values. */
  reason: string;
}

/** The open library. An unreadable row does not affect other rows; each is reported once. */
export class LibraryRows extends SqliteConnection {
  readonly #onDamage: (damage: RowDamage) => void;
  readonly #reported = new Set<string>();

  constructor(db: SqliteConnection['db'], file: string, onDamage: (damage: RowDamage) => void = () => {}) {
    super(db, file);
    this.#onDamage = onDamage;
  }

  /**
   * All rows of a query that `parse` accepts.
   *
   * @throws TripKitError of kind `disk` if the database can't be read at all
   */
  all<T>(table: Table, parse: (row: unknown) => T, query: string, ...args: SQLInputValue[]): T[] {
    return this.#rows(table, query, args).flatMap((row) => {
      try {
        return [parse(row)];
      } catch (error) {
        this.#report(table, row, error);
        return [];
      }
    });
  }

  #rows(table: Table, query: string, args: SQLInputValue[]): unknown[] {
    const statement = this.read((sql) => sql(query));
    try {
      return statement.all(...args);
    } catch (error) {
      const code = sqliteCode(error);
      // A value that JavaScript can't hold (no SQLite error), or a damaged page: read the rows one by one.
      if (this.db.isOpen && (code === undefined || code === sqlite.corrupt)) {
        return this.#oneByOne(table, statement, args, error);
      }
      throw databaseError(error, this.file);
    }
  }

  #oneByOne(table: Table, statement: StatementSync, args: SQLInputValue[], cause: unknown): unknown[] {
    const rows: unknown[] = [];
    try {
      // Integers are read as BigInt and converted to numbers if they fit; the schema validates the rest.
      statement.setReadBigInts(true);
      for (const row of statement.iterate(...args)) {
        const values = Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value,
        ]);
        rows.push(Object.fromEntries(values));
      }
    } catch {
      this.#report(table, {}, cause);
    } finally {
      statement.setReadBigInts(false);
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

/** Names of the invalid columns, without their values. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'issues' in error && Array.isArray(error.issues)) {
    const paths = error.issues.map((issue: { path?: unknown }) =>
      Array.isArray(issue.path) ? issue.path.join('.') : '',
    );
    return `not as expected: ${[...new Set(paths)].join(', ')}`;
  }
  return error instanceof Error ? error.message : 'not readable';
}
