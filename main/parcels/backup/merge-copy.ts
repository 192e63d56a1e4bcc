/** Restores missing rows from a copy of the user's database: that of a backup, or of a hand-over file. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { utcMinute } from '../../common/text.ts';
import { appDocument } from '../../documents/document-folder.ts';
import { isFlightOver } from '../../kits/rules/kit-facts.ts';
import { flightKey } from '../../kits/rules/same-flight.ts';
import { type EventDraft, eventRow, readEventEntry } from '../../store/event-entry.ts';
import type { KitRecord } from '../../store/kit-record.ts';
import { kitOrNull } from '../../store/row-schema.ts';
import { exists, readable, type SqliteConnection } from '../../store/sqlite-connection.ts';
import type { UserDatabase } from '../../store/user-database.ts';
import { addKit } from '../add-kit.ts';
import { FROM_PARCEL, type LostKits } from '../rebuild.ts';

/** What happens to each table when a copy is restored. A new table needs its line. */
export const mergedTables = {
  profiles: 'missing ones are restored',
  kits: 'missing ones are restored, except those of past flights without a document; one that was due may have been requested since',
  acknowledgements: 'those of existing kits are restored',
  pins: 'those of existing kits are restored',
  document_dates: 'those of existing kits are restored',
  generation_times: 'left unchanged: they are learned again within a day',
  places: 'those of existing kits without one are restored',
  marks: 'those of existing kits and all bookmarks are restored',
  notes: 'all are restored: they are of charts and airports',
  reviews: 'those of existing kits are restored',
  carried: 'those of existing kits without one are restored',
  compared_with: 'those of existing kits without one are restored',
  entries:
    'all are restored if there are none: they are one chain; otherwise the copy’s entries on existing kits',
  anchor: 'restored with the whole chain',
  shelves: 'those of profiles without one are restored',
  shelf_kits: 'restored with the shelves',
  intake_files: 'restored if the journal is empty',
  intake_trips: 'restored with the files',
  outbox: 'restored with the files',
} as const;

export interface Merge {
  /** When the copy was made, ms since 1970 UTC. */
  made_at: number;
  /** Wall clock, ms since 1970 UTC. */
  now: number;
  /** The parcels of kits without a row: they are newer than the copy. */
  lost?: LostKits;
  /** Folder of the documents. */
  documents: string;
  /** The line of history of kits of a hand-over file; absent for a backup copy. */
  came?: string;
}

/** The number of restored rows. */
export interface RestoredCounts {
  profiles: number;
  kits: number;
  acknowledgements: number;
  pins: number;
  marks: number;
  places: number;
  reviews: number;
  /** Entries of the event log. */
  lines: number;
}

type Row = Record<string, SQLInputValue>;

/**
 * Restores missing rows from a copy of the present version, in one transaction; a second time nothing happens. Existing
 * rows are left unchanged. A restore never causes a request.
 *
 * @throws TripKitError of kind `disk`; the database is then unchanged
 */
export function mergeCopy(
  database: Pick<UserDatabase, 'connection' | 'events' | 'dates'>,
  copy: DatabaseSync,
  merge: Merge,
): RestoredCounts {
  const { connection: present, events } = database;
  const { now, lost } = merge;
  return present.write(() => {
    const add = (table: string, rows: readonly Row[]) =>
      rows.filter((row) => addRow(present, table, row)).length;
    const profiles = add('profiles', rowsOf(copy, 'profiles'));
    for (const table of ['shelves', 'shelf_kits']) add(table, rowsOf(copy, table));
    addJournal(present, copy);
    const here = rowsHere(present);
    const kits = new Map(lostKits(here, copy, merge).map((kit) => [kit.id, kit]));
    const known = new Set([...here.map(({ id }) => String(id)), ...kits.keys()]);
    const belongs = (row: Row) => known.has(String(row.kit_id));
    const ofKits = (table: string) => add(table, rowsOf(copy, table).filter(belongs));
    const lines = (table: string) => mergeLines(present, copy, table, belongs);
    const entries = mergeEntries(events, copy, merge, known);
    const came =
      merge.came ??
      `The library had lost this kit. It was restored from the backup copy of ${utcMinute(merge.made_at)}.`;
    for (const kit of kits.values()) {
      const parcel = lost?.get(kit.id);
      if (parcel) addKit(database, parcel, now, FROM_PARCEL);
      else addKit(database, { kit, document: null, dates: [] }, now, came);
    }
    for (const table of ['document_dates', 'carried', 'compared_with']) ofKits(table);
    const isKept = (row: Row) => belongs(row) || row.kind === 'bookmark';
    return {
      ...{ profiles, kits: kits.size },
      acknowledgements: lines('acknowledgements'),
      pins: ofKits('pins'),
      places: ofKits('places'),
      marks: add('marks', rowsOf(copy, 'marks').filter(isKept)) + add('notes', rowsOf(copy, 'notes')),
      lines: entries,
      reviews: lines('reviews'),
    };
  });
}

/** Whether a table has no rows. */
function isEmpty(present: SqliteConnection, table: string): boolean {
  return present.read((sql) => sql(`SELECT 1 FROM ${table} LIMIT 1`).get()) === undefined;
}

/**
 * Restores the whole chain if this laptop has none; otherwise the copy's entries about existing kits that the log lacks.
 *
 * @returns how many entries were restored
 */
function mergeEntries(
  events: UserDatabase['events'],
  copy: DatabaseSync,
  { came }: Merge,
  kitsHere: ReadonlySet<string>,
): number {
  const rows = rowsOf(copy, 'entries');
  if (came === undefined && events.isEmpty()) {
    events.takeOver(rows, rowsOf(copy, 'anchor'));
    return rows.length;
  }
  const line = ({ at, kind, who, body }: EventDraft) => JSON.stringify([at, kind, who, body]);
  const entriesByKit = Map.groupBy(readable(rows, eventRow).map(readEventEntry), ({ kit_id }) => kit_id);
  let added = 0;
  for (const [kit_id, entries] of entriesByKit) {
    if (kit_id === null || !kitsHere.has(kit_id)) continue;
    const known = new Set(events.ofKit(kit_id).map(line));
    const missing = entries.filter((entry) => !known.has(line(entry)));
    events.append(...missing.map(({ at, kind, who, body }) => ({ at, kind, kit_id, who, body })));
    added += missing.length;
  }
  return added;
}

/** The journal of watched folders prevents second requests: it is restored as a whole, or the present one stays. */
function addJournal(present: SqliteConnection, copy: DatabaseSync): void {
  if (!isEmpty(present, 'intake_files') || !isEmpty(present, 'intake_trips')) return;
  for (const table of ['intake_files', 'intake_trips', 'outbox']) {
    for (const row of rowsOf(copy, table)) addRow(present, table, row);
  }
}

/** The kits of the copy that are missing here, but for those that somebody removed on purpose: their flight is over. */
function lostKits(rows: readonly Row[], copy: DatabaseSync, { documents, now }: Merge): KitRecord[] {
  const known = new Set(rows.map(({ id }) => String(id)));
  const here = rows.flatMap((row) => kitOrNull(row) ?? []);
  return rowsOf(copy, 'kits').flatMap((row) => {
    const kit = kitOrNull(row);
    if (kit === null || known.has(kit.id)) return [];
    if (kit.state === 'planned' && isSettled(kit, here)) return [];
    const departure = kit.trip?.departure;
    const isOver = kit.state === 'ready' && (departure === undefined || isFlightOver(departure, now));
    return isOver && !exists(appDocument(documents, kit.id).file) ? [] : [kit];
  });
}

/** Whether a planned kit needs no request any more: its flight is planned here, or was requested since. */
function isSettled(planned: KitRecord, here: readonly KitRecord[]): boolean {
  const flight = flightKey(planned);
  return here.some(
    (kit) =>
      flight !== null &&
      flightKey(kit) === flight &&
      (kit.state === 'planned' || kit.created_at >= planned.created_at),
  );
}

function rowsHere(present: SqliteConnection): Row[] {
  return present.read((sql) => sql('SELECT * FROM kits').all()) as Row[];
}

/** All rows of a table of a copy of the present version. */
function rowsOf(copy: DatabaseSync, table: string): Row[] {
  return copy.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all() as Row[];
}

/** Adds a row with all its columns; false if its key exists. */
function addRow(present: SqliteConnection, table: string, row: Row): boolean {
  return present.insert(table, row, 'ON CONFLICT DO NOTHING') > 0;
}

/**
 * Restores lines of a history. The copy's lines are older, so they go before the existing ones, ordered by `seq`.
 *
 * @param belongs whether the kit of a line exists here
 * @returns how many lines were restored
 */
function mergeLines(
  present: SqliteConnection,
  copy: DatabaseSync,
  table: string,
  belongs: (row: Row) => boolean,
): number {
  const own = `SELECT * FROM ${table} WHERE kit_id = ? ORDER BY seq`;
  const remove = `DELETE FROM ${table} WHERE kit_id = ?`;
  let back = 0;
  for (const [kit_id, copied] of Map.groupBy(rowsOf(copy, table).filter(belongs), (row) =>
    String(row.kit_id),
  )) {
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

/** A line for comparison, without its position. */
function line({ seq: _, ...row }: Row): string {
  return JSON.stringify(row);
}
