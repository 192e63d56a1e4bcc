/** What bringing rows of a copy back into the present database is made of. The present rows win. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { SqliteConnection } from '../../store/sqlite-connection.ts';

export type Row = Record<string, SQLInputValue>;

/** All rows of a table of a copy, which has the present version. */
export function rowsOf(copy: DatabaseSync, table: string): Row[] {
  return copy.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all() as Row[];
}

/** Adds a row with all its columns; false where one of its key is there. */
export function addRow(present: SqliteConnection, table: string, row: Row): boolean {
  const names = Object.keys(row);
  const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (?${', ?'.repeat(names.length - 1)}) ON CONFLICT DO NOTHING`;
  return Number(present.write((sql) => sql(text).run(...Object.values(row))).changes) > 0;
}

/**
 * Brings lines of a history back. What the copy has is older, so it goes before the lines that are here, whose order is
 * that of `seq`.
 *
 * @param belongs whether the kit of a line is here
 * @returns how many lines came back
 */
export function mergeLines(
  present: SqliteConnection,
  copy: DatabaseSync,
  table: string,
  belongs: (kit_id: string) => boolean,
): number {
  const own = `SELECT * FROM ${table} WHERE kit_id = ? ORDER BY seq`;
  const remove = `DELETE FROM ${table} WHERE kit_id = ?`;
  let back = 0;
  for (const [kit_id, copied] of Map.groupBy(rowsOf(copy, table), (row) => String(row.kit_id))) {
    if (!belongs(kit_id)) continue;
    const here = present.read((sql) => sql(own).all(kit_id)) as Row[];
    const known = new Set(here.map(line));
    const missing = copied.filter((row) => !known.has(line(row)));
    if (missing.length === 0) continue;
    const older = new Set(copied.map(line));
    present.run(remove, kit_id);
    for (const row of [...copied, ...here.filter((one) => !older.has(line(one)))]) {
      addRow(present, table, { ...row, seq: null });
    }
    back += missing.length;
  }
  return back;
}

/** A line as it counts: its place among the others does not. */
function line({ seq: _, ...row }: Row): string {
  return JSON.stringify(row);
}
