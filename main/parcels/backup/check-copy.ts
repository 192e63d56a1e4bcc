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
  const tables = copy
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const rows = tables.map(({ name }): [string, number] => {
    const count = copy.prepare(`SELECT count(*) AS n FROM "${String(name).replaceAll('"', '""')}"`).get();
    return [String(name), Number(count?.n)];
  });
  return { version: versionOf(copy), rows: Object.fromEntries(rows) };
}

function unsound(cause: string): TripKitError {
  return new TripKitError(
    'disk',
    'A backup copy was not sound. Start Trip Kit Desktop again; if that does not help, ask support.',
    { condition: 'unsound_copy', cause },
  );
}
