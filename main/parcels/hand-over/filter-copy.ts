/** Prepares a copy of a database for handing over: removes what belongs to other kits, and its traces. */
import { DatabaseSync } from 'node:sqlite';
import { acts } from '../../kits/activity-log.ts';
import type { KitRecord } from '../../store/kit-record.ts';
import { kitOrNull } from '../../store/row-schema.ts';
import { kitUuid } from './manifest.ts';

const OF_KITS = 'kit_id IN (SELECT id FROM handed)';

/** The rows of each table that are handed over with some kits. A new table needs its line here or in `STAYS`. */
const HANDED = {
  kits: 'id IN (SELECT id FROM handed)',
  acknowledgements: OF_KITS,
  pins: OF_KITS,
  document_dates: OF_KITS,
  profiles: 'id IN (SELECT profile_id FROM kits)',
  places: OF_KITS,
  marks: OF_KITS,
  notes: OF_KITS,
  reviews: OF_KITS,
  carried: OF_KITS,
  compared_with: OF_KITS,
} as const;

/**
 * Never handed over, even for a whole laptop: times are learned again within a day, the activity record belongs to one
 * laptop, and so do its shelves, and the journal of watched folders to its folders.
 */
export const STAYS = [
  'generation_times',
  'anchor',
  'shelves',
  'shelf_kits',
  'intake_files',
  'intake_trips',
  'outbox',
] as const;

/** From the event log: the story of the kits that are handed over. */
const STORY = `kit_id IN (SELECT id FROM kits) AND kind IN (${['state', 'acknowledged', 'reviewed', ...acts].map((kind) => `'${kind}'`).join(', ')})`;

/** The names of the tables that are handed over. */
export const handedTables = [...Object.keys(HANDED), 'entries'];

/** How many entries of a database are not part of that story. */
export function countOthers(copy: DatabaseSync): number {
  return Number(copy.prepare(`SELECT count(*) AS n FROM entries WHERE (${STORY}) IS NOT TRUE`).get()?.n);
}

/**
 * Deletes from a copy of a database what is not handed over, and rewrites the file, so nothing of it is left in free pages.
 * Kits that can't be read are left out: the other laptop could not read them either.
 *
 * @param kit_ids the kits that are handed over; null: those of the whole laptop
 * @throws the error of node:sqlite
 */
export function filterCopy(path: string, kit_ids: readonly string[] | null): void {
  using copy = new DatabaseSync(path);
  copy.exec('PRAGMA journal_mode = DELETE; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON;');
  copy.exec('CREATE TEMP TABLE handed (id TEXT NOT NULL PRIMARY KEY) STRICT; BEGIN;');
  const add = copy.prepare('INSERT OR IGNORE INTO handed (id) VALUES (?)');
  for (const id of kit_ids ?? []) add.run(id);
  removeUnreadable(copy);
  for (const table of STAYS) copy.exec(`DELETE FROM ${table}`);
  for (const [table, rows] of Object.entries(HANDED)) {
    if (kit_ids !== null) copy.exec(`DELETE FROM ${table} WHERE NOT (${rows})`);
  }
  copy.exec(`DELETE FROM entries WHERE (${STORY}) IS NOT TRUE`);
  copy.exec('COMMIT; DROP TABLE handed; VACUUM;');
}

function removeUnreadable(copy: DatabaseSync): void {
  const remove = copy.prepare('DELETE FROM kits WHERE rowid = ?');
  for (const { rowid, ...row } of copy.prepare('SELECT rowid, * FROM kits').all()) {
    if (handedKit(row) === null) remove.run(Number(rowid));
  }
}

/** The kit of a row; null if it can't be read, or has none of our ids. */
export function handedKit(row: unknown): KitRecord | null {
  const kit = kitOrNull(row);
  return kit && kitUuid.safeParse(kit.id).success ? kit : null;
}
