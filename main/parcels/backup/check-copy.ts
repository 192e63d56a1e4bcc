import { DatabaseSync } from 'node:sqlite';
import { TripKitError } from '../../common/errors.ts';
import { checkResult, versionOf } from '../../store/sqlite-connection.ts';

/** The content of a sound copy of a database. */
export interface CopyFacts {
  version: number;
  /** How many rows each table has. */
  rows: Record<string, number>;
}

/**
 * Checks all pages and rows of a copy, and makes it one file. A worker thread does it (copy-worker.ts).
 *
 * @throws TripKitError of kind `disk`, condition `unsound_copy`, if it is not sound; the error of node:sqlite
 */
export function checkCopy(file: string): CopyFacts {
  {
    // The copy's header says that there is a log beside it; from here on it is one file.
    using whole = new DatabaseSync(file);
    whole.exec('PRAGMA journal_mode = DELETE;');
  }
  using copy = new DatabaseSync(file, { readOnly: true });
  const result = checkResult(copy, 'integrity_check');
  if (result !== 'ok') throw unsound(result);
  return { version: versionOf(copy), rows: countsOf(copy) };
}

/** The number of rows of each table. @param only these; a database of an earlier version lacks some */
export function countsOf(copy: DatabaseSync, only?: readonly string[]): Record<string, number> {
  const named = copy
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const tables = named.map(({ name }) => String(name)).filter((name) => only?.includes(name) ?? true);
  const count = (table: string) =>
    Number(copy.prepare(`SELECT count(*) AS n FROM "${table.replaceAll('"', '""')}"`).get()?.n);
  return Object.fromEntries(tables.map((table) => [table, count(table)]));
}

function unsound(cause: string): TripKitError {
  return new TripKitError(
    'disk',
    'A backup copy was not sound. Start Trip Kit Desktop again; if that does not help, ask support.',
    { condition: 'unsound_copy', cause },
  );
}
