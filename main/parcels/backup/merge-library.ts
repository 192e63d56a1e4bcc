import type { DatabaseSync } from 'node:sqlite';
import type { Failure } from '../../common/failure.ts';
import { utcMinute } from '../../common/text.ts';
import { readKitRow } from '../../store/row-schema.ts';
import type { SqliteConnection } from '../../store/sqlite-connection.ts';
import { UNKNOWN_PROFILE } from '../rebuild.ts';
import { addRow, mergeLines, type Row, rowsOf } from './merge-rows.ts';

/** What becomes of each table of the library when a copy is restored. A new table needs its line. */
export const libraryTables = {
  profiles: 'what is missing comes back',
  kits: 'what is missing comes back, but no kit whose document was removed after its flight',
  events: 'lines of kits that are here come back',
  acknowledgements: 'those of kits that are here come back',
  pins: 'those of kits that are here come back',
  document_dates: 'those of kits that are here come back',
  generation_times: 'stay as they are: they are learned again within a day',
} as const;

export interface LibraryMerge {
  /** When the copy was made, ms since 1970 UTC. */
  made_at: number;
  /** Wall clock, ms since 1970 UTC. */
  now: number;
  /** Whether the kit's document is in the folder. */
  hasDocument(kit_id: string): boolean;
  /** Whether a flight is over. */
  isOver(departure: string | undefined, now: number): boolean;
  /** A line of history for each kit that came, and why it is not certain whether a request was sent; absent: of a backup copy. */
  words?: { came: string; uncertain: string };
}

/** How much came back. */
export interface LibraryBack {
  profiles: number;
  kits: number;
  /** Lines of history. */
  events: number;
  acknowledgements: number;
  pins: number;
}

/**
 * Brings what is missing back from a copy of the present version, in one transaction; a second time nothing happens. What
 * is here stays as it is, but for kits of which only the document was known.
 *
 * @throws TripKitError of kind `disk`; the library is then as it was
 */
export function mergeLibrary(
  present: SqliteConnection,
  copy: DatabaseSync,
  merge: LibraryMerge,
): LibraryBack {
  return present.write(() => {
    const add = (table: string, rows: readonly Row[]) =>
      rows.filter((row) => addRow(present, table, row)).length;
    const profiles = add('profiles', rowsOf(copy, 'profiles'));
    const kits = mergeKits(present, copy, merge);
    const here = new Set(present.read((sql) => sql('SELECT id FROM kits').all()).map(({ id }) => String(id)));
    const belongs = (kit_id: string) => here.has(kit_id);
    const events = mergeLines(present, copy, 'events', belongs);
    const what =
      merge.words?.came ??
      `The library had lost this kit. It was restored from the backup copy of ${utcMinute(merge.made_at)}.`;
    for (const { id, state } of kits) {
      present.run(
        'INSERT INTO events (kit_id, at, state, what) VALUES (?, ?, ?, ?)',
        id,
        merge.now,
        state,
        what,
      );
    }
    const acknowledgements = mergeLines(present, copy, 'acknowledgements', belongs);
    const ofKits = (table: string) => rowsOf(copy, table).filter(({ kit_id }) => belongs(String(kit_id)));
    add('document_dates', ofKits('document_dates'));
    const pins = add('pins', ofKits('pins'));
    return { profiles, kits: kits.length, events, acknowledgements, pins };
  });
}

/** The kits that came back, or are known again. */
function mergeKits(present: SqliteConnection, copy: DatabaseSync, merge: LibraryMerge) {
  const known = new Map(
    present
      .read((sql) => sql('SELECT id, profile_id, document_sha256 FROM kits').all())
      .map((row) => [String(row.id), row]),
  );
  return rowsOf(copy, 'kits').flatMap((row) => {
    const kit = readable(row);
    if (kit === null) return [];
    const here = known.get(kit.id);
    if (here) {
      // A document without row and sidecar: the copy knows whose it is, and of which flight.
      if (here.profile_id !== UNKNOWN_PROFILE || kit.profile_id === UNKNOWN_PROFILE) return [];
      if (kit.state !== 'ready' || here.document_sha256 !== kit.document?.sha256) return [];
      const names = Object.keys(row).filter((name) => name !== 'id');
      const text = `UPDATE kits SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
      present.run(text, ...names.map((name) => row[name] ?? null), kit.id);
      return [{ id: kit.id, state: kit.state }];
    }
    // Whoever removed it meant it. One whose flight is to come is downloaded again.
    if (kit.state === 'ready' && !merge.hasDocument(kit.id) && gone(kit.trip?.departure, merge)) return [];
    const back = kit.state === 'requesting' ? unconfirmed(row, merge) : row;
    addRow(present, 'kits', back);
    return [{ id: kit.id, state: String(back.state) }];
  });
}

function gone(departure: string | undefined, { isOver, now }: LibraryMerge): boolean {
  return departure === undefined || isOver(departure, now);
}

/** It may have been sent since the copy was made, and no request is sent twice without a person's word. */
function unconfirmed(row: Row, { now, words }: LibraryMerge): Row {
  const failure: Failure = {
    kind: 'network',
    message:
      words?.uncertain ??
      'This kit was restored from a backup copy, so it is not certain whether its request was sent. Ask the service or your scheduler, or request the kit again.',
  };
  return {
    ...row,
    state: 'unconfirmed',
    state_since: now,
    failure: JSON.stringify(failure),
    requested_at: row.requested_at ?? now,
  };
}

function readable(row: Row) {
  try {
    return readKitRow(row);
  } catch {
    return null;
  }
}
