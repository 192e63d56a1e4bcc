import { z } from 'zod';
import { type ShelfWants, shelfWants } from '../../preload/contract.ts';
import { time } from '../store/kit-record.ts';
import { json } from '../store/row-schema.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { type CompanyNotes, companyNotes } from './shelf-index.ts';
import type { SeenHead } from './shelf-reader.ts';

/** What this laptop knows of the shelf of a profile. Times are ms since 1970 UTC. */
export interface ShelfState {
  wants: ShelfWants;
  /** The head that was seen last: no older one is believed; null: none was. */
  seen: SeenHead | null;
  /** When the shelf was last read; null: never. */
  heard_at: number | null;
  /** Until when its desk has promised to look after it. */
  valid_until: number | null;
}

const row = z.object({
  wants: json.pipe(shelfWants),
  serial: z.number().int().positive().nullable(),
  head_sha256: z.string().nullable(),
  heard_at: time.nullable(),
  valid_until: time.nullable(),
});

const notesRow = z.object({ notes: json.pipe(companyNotes).nullable() });

/** Much longer than a shelf has a kit, ms. */
const FORGET_MS = 60 * 24 * 3_600_000;

const NOTHING: ShelfState = { wants: [], seen: null, heard_at: null, valid_until: null };

/** The shelves of this laptop, by their profiles. Every call throws a TripKitError of kind `disk` where the database fails. */
export class ShelfStore {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** The state of a profile's shelf; a row that can't be read counts as none. */
  get(profile_id: string): ShelfState {
    const query =
      'SELECT wants, serial, head_sha256, heard_at, valid_until FROM shelves WHERE profile_id = ?';
    const [found] = this.#connection.find(row, query, profile_id);
    if (found === undefined) return NOTHING;
    const { serial, head_sha256: sha256, ...rest } = found;
    return { ...rest, seen: serial === null || sha256 === null ? null : { serial, sha256 } };
  }

  /** The notes of the company on the shelf; null: there are none. */
  notes(profile_id: string): CompanyNotes | null {
    const query = 'SELECT notes FROM shelves WHERE profile_id = ?';
    return this.#connection.find(notesRow, query, profile_id)[0]?.notes ?? null;
  }

  /** Replaces the notes of a shelf that has a state. */
  putNotes(profile_id: string, notes: CompanyNotes | null): void {
    const text = notes && JSON.stringify(notes);
    this.#connection.run('UPDATE shelves SET notes = ? WHERE profile_id = ?', text, profile_id);
  }

  /** The kits of the shelf that were taken so far, by the service's ids; some may have been removed since. */
  taken(profile_id: string): Set<string> {
    const rows = this.#connection.read((sql) =>
      sql('SELECT tripkit_id FROM shelf_kits WHERE profile_id = ?').all(profile_id),
    );
    return new Set(rows.map(({ tripkit_id }) => String(tripkit_id)));
  }

  /** Notes which kits are taken, and forgets those that no shelf has any more. @param now ms since 1970 UTC */
  take(profile_id: string, tripkit_ids: readonly string[], now: number): void {
    this.#connection.write((sql) => {
      for (const tripkit_id of tripkit_ids)
        this.#connection.insert(
          'shelf_kits',
          { profile_id, tripkit_id, taken_at: now },
          'ON CONFLICT DO NOTHING',
        );
      sql('DELETE FROM shelf_kits WHERE taken_at < ?').run(now - FORGET_MS);
    });
  }

  put(profile_id: string, { wants, seen, heard_at, valid_until }: ShelfState): void {
    const head = { serial: seen?.serial ?? null, head_sha256: seen?.sha256 ?? null };
    const values = { profile_id, wants: JSON.stringify(wants), ...head, heard_at, valid_until };
    this.#connection.put('shelves', 'profile_id', values);
  }
}
