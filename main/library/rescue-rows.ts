/** What can still be believed of the rows of a damaged library. */
import type { Acknowledgement } from './acknowledgement-store.ts';
import type { KitEventRecord, KitRecord } from './kit-record.ts';
import { readPages } from './page-image.ts';
import { type ScannedRow, type ScannedValue, scanPages } from './page-scan.ts';
import type { StoredProfile } from './profile-store.ts';
import {
  readAcknowledgementRow,
  readEventRow,
  readKitRow,
  readPinRow,
  readProfileRow,
} from './row-schema.ts';

export interface RescuedRows {
  profiles: StoredProfile[];
  kits: KitRecord[];
  /** Oldest first; also of kits whose own row is lost. */
  events: KitEventRecord[];
  acknowledgements: Acknowledgement[];
  /** When each kit was pinned, by the kit's id. */
  pins: Map<string, number>;
}

/** The columns in the order of the migrations. The first of a table with `seq` is the row's id, stored as NULL. */
const columns = {
  profiles: ['id', 'text', 'added_at'],
  kits: [
    'id',
    'profile_id',
    'tripkit_id',
    'trip',
    'state',
    'created_at',
    'state_since',
    'requested_at',
    'messages',
    'failure',
    'document_bytes',
    'document_sha256',
    'document_pages',
  ],
  events: ['seq', 'kit_id', 'at', 'state', 'what'],
  acknowledgements: ['seq', 'kit_id', 'code', 'type', 'message', 'document_sha256', 'who', 'at'],
  pins: ['kit_id', 'pinned_at'],
} as const;
type RescuedTable = keyof typeof columns;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the rows of a damaged library and its log, without changing either. Present rows win over those of pages that
 * nothing leads to any more; of two of the latter the later one counts. Never throws: what can't be read is left out.
 */
export function rescueRows(file: string): RescuedRows {
  const { tables, stray } = scanPages(readPages(file));
  const rowsOf = <T>(
    table: RescuedTable,
    read: (row: unknown) => T,
    key: (value: T, row: ScannedRow) => string,
    later: (a: T, b: T) => boolean = () => false,
  ): Map<string, T> => {
    const found = new Map<string, T>();
    for (const row of tables.get(table) ?? []) {
      const value = believe(table, row, read);
      if (value !== null) found.set(key(value, row), value);
    }
    const present = new Set(found.keys());
    for (const row of stray) {
      const value = row.values.length === columns[table].length ? believe(table, row, read) : null;
      if (value === null || present.has(key(value, row))) continue;
      const before = found.get(key(value, row));
      if (before === undefined || later(value, before)) found.set(key(value, row), value);
    }
    return found;
  };

  const kits = rowsOf(
    'kits',
    readKitRow,
    (kit) => kit.id,
    (a, b) => a.state_since > b.state_since,
  );
  const events = rowsOf('events', readEventRow, (_, { rowid }) => String(rowid));
  const pins = rowsOf('pins', readPinRow, (pin) => pin.kit_id);
  return {
    profiles: [...rowsOf('profiles', readProfile, (profile) => profile.id).values()],
    kits: [...kits.values()].filter((kit) => uuid.test(kit.id)),
    events: [...events].sort(([a], [b]) => Number(a) - Number(b)).map(([, event]) => event),
    acknowledgements: [
      ...rowsOf('acknowledgements', readAcknowledgementRow, (_, { rowid }) => String(rowid)).values(),
    ].sort((a, b) => a.at - b.at),
    pins: new Map([...pins.values()].map(({ kit_id, pinned_at }) => [kit_id, pinned_at])),
  };
}

function believe<T>(
  table: RescuedTable,
  { values }: { values: readonly ScannedValue[] },
  read: (row: unknown) => T,
): T | null {
  try {
    return read(Object.fromEntries(columns[table].map((name, n) => [name, values[n] ?? null])));
  } catch {
    return null;
  }
}

/** Other tables have rows of the same shape; a profile is a JSON object. */
function readProfile(row: unknown): StoredProfile {
  const profile = readProfileRow(row);
  const value: unknown = JSON.parse(profile.text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no profile');
  return profile;
}
