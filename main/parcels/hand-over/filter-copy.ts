/** Makes the copy of a database one that may be handed over: what belongs to other kits goes, its traces too. */
import { DatabaseSync } from 'node:sqlite';
import { readKitRow } from '../../store/row-schema.ts';
import { type HANDED_DATABASES, kitUuid } from './manifest.ts';

/** A database that is handed over. */
export type HandedDatabase = (typeof HANDED_DATABASES)[number];

/** What goes with some kits: the rows of a table that name them. A new table needs its line. */
const OF_KITS = {
  'library.sqlite': {
    kits: 'id IN (SELECT id FROM handed)',
    events: 'kit_id IN (SELECT id FROM handed)',
    acknowledgements: 'kit_id IN (SELECT id FROM handed)',
    pins: 'kit_id IN (SELECT id FROM handed)',
    document_dates: 'kit_id IN (SELECT id FROM handed)',
    profiles: 'id IN (SELECT profile_id FROM kits)',
    generation_times: 'FALSE',
  },
  'personal.sqlite': {
    places: 'kit_id IN (SELECT id FROM handed)',
    marks: 'kit_id IN (SELECT id FROM handed)',
    acts: 'kit_id IN (SELECT id FROM handed)',
    reviews: 'kit_id IN (SELECT id FROM handed)',
    orders: 'FALSE',
    carried: 'kit_id IN (SELECT id FROM handed)',
    compared_with: 'kit_id IN (SELECT id FROM handed)',
  },
} as const satisfies Record<HandedDatabase, Record<string, string>>;

/** What of a whole laptop stays there all the same: it is learned again within a day. */
const STAYS: readonly string[] = ['generation_times'];

/** The names of the tables of a database that is handed over. */
export function tablesOf(file: HandedDatabase): string[] {
  return Object.keys(OF_KITS[file]);
}

/**
 * Deletes from a copy of a database what is not handed over, and writes the file anew, so that nothing of it is left in free
 * pages. Kits that can't be read are left out: the other laptop could not read them either.
 *
 * @param kit_ids the kits that are handed over; null: a whole laptop's
 * @throws the error of node:sqlite
 */
export function filterCopy(path: string, file: HandedDatabase, kit_ids: readonly string[] | null): void {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON;');
    copy.exec('CREATE TEMP TABLE handed (id TEXT NOT NULL PRIMARY KEY) STRICT; BEGIN;');
    const add = copy.prepare('INSERT OR IGNORE INTO handed (id) VALUES (?)');
    for (const id of kit_ids ?? []) add.run(id);
    if (file === 'library.sqlite') removeUnreadable(copy);
    for (const [table, ofKits] of Object.entries(OF_KITS[file])) {
      if (kit_ids !== null) copy.exec(`DELETE FROM ${table} WHERE NOT (${ofKits})`);
      else if (STAYS.includes(table)) copy.exec(`DELETE FROM ${table}`);
    }
    copy.exec('COMMIT; DROP TABLE handed; VACUUM;');
  } finally {
    copy.close();
  }
}

function removeUnreadable(copy: DatabaseSync): void {
  const remove = copy.prepare('DELETE FROM kits WHERE rowid = ?');
  for (const { rowid, ...row } of copy.prepare('SELECT rowid, * FROM kits').all()) {
    if (!isKit(row)) remove.run(Number(rowid));
  }
}

/** Whether a row is a kit that can be read, under an id of ours. */
export function isKit(row: Record<string, unknown>): boolean {
  try {
    return kitUuid.safeParse(readKitRow(row).id).success;
  } catch {
    return false;
  }
}
