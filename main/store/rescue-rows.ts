/** What can still be believed of the rows of a damaged library. */
import { type Acknowledgement, readAcknowledgementRow } from './acknowledgement-store.ts';
import { readDateRow, type StoredDate } from './date-store.ts';
import type { KitEventRecord, KitRecord } from './kit-record.ts';
import { readPages } from './page-image.ts';
import { type ScannedRow, scanPages } from './page-scan.ts';
import { readPinRow } from './pin-store.ts';
import { readProfileRow, type StoredProfile } from './profile-store.ts';
import { columns, type RescuedTable, readEventRow, readKitRow } from './row-schema.ts';

export interface RescuedRows {
  profiles: StoredProfile[];
  kits: KitRecord[];
  /** Oldest first; also of kits whose own row is lost. */
  events: KitEventRecord[];
  acknowledgements: Acknowledgement[];
  pins: { kit_id: string; pinned_at: number }[];
  dates: StoredDate[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the rows of a damaged library and its log, without changing either. Present rows win over those of pages that
 * nothing leads to any more; of two of the latter the later one counts. Never throws: what can't be read is left out.
 *
 * By pages, because SQLite reads nothing below a page that it can't read: of 250 kits it gives none where the first page,
 * the table's root or the end of the file is lost, where the pages still hold 250, 250 and 112.
 */
export function rescueRows(file: string): RescuedRows {
  const { tables, stray } = scanPages(readPages(file));
  const rowsOf = <T>(
    table: RescuedTable,
    read: (row: unknown) => T,
    key: (value: T, row: ScannedRow) => string | number,
    isLater: (a: T, b: T) => boolean = () => false,
  ): [string | number, T][] => {
    const present = new Map((tables.get(table) ?? []).flatMap((row) => believe(table, row, read, key)));
    const found = new Map(present);
    for (const row of stray) {
      if (row.values.length !== columns[table].length) continue;
      for (const [id, value] of believe(table, row, read, key)) {
        const before = found.get(id);
        if (!present.has(id) && (before === undefined || isLater(value, before))) found.set(id, value);
      }
    }
    return [...found];
  };
  const rowid = (_: unknown, row: ScannedRow) => row.rowid;

  const kits = rowsOf(
    'kits',
    readKitRow,
    (kit) => kit.id,
    (a, b) => a.state_since > b.state_since,
  );
  return {
    profiles: rowsOf('profiles', readProfile, ({ id }) => id).map(([, profile]) => profile),
    kits: kits.map(([, kit]) => kit).filter((kit) => UUID.test(kit.id)),
    events: rowsOf('events', readEventRow, rowid)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, event]) => event),
    acknowledgements: rowsOf('acknowledgements', readAcknowledgementRow, rowid)
      .map(([, acknowledgement]) => acknowledgement)
      .sort((a, b) => a.at - b.at),
    pins: rowsOf('pins', readPinRow, ({ kit_id }) => kit_id).map(([, pin]) => pin),
    dates: rowsOf(
      'document_dates',
      readDateRow,
      ({ kit_id, document_sha256, evidence }) => `${kit_id} ${document_sha256} ${evidence}`,
      (a, b) => a.learned_at > b.learned_at,
    ).map(([, date]) => date),
  };
}

/** The row's key and value; nothing where it can't be believed. */
function believe<T, K>(
  table: RescuedTable,
  row: ScannedRow,
  read: (row: unknown) => T,
  key: (value: T, row: ScannedRow) => K,
): [K, T][] {
  try {
    const value = read(Object.fromEntries(columns[table].map((name, n) => [name, row.values[n] ?? null])));
    return [[key(value, row), value]];
  } catch {
    return [];
  }
}

/** Other tables have rows of the same shape; a profile is a JSON object. */
function readProfile(row: unknown): StoredProfile {
  const profile = readProfileRow(row);
  const value: unknown = JSON.parse(profile.text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no profile');
  return profile;
}
