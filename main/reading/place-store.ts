import type { SqliteConnection } from '../store/sqlite-connection.ts';

/** People's reading place in each kit: JSON in the contract's shape. Throws TripKitError of kind `disk`. */
export class PlaceStore {
  readonly #database: SqliteConnection;

  constructor(database: SqliteConnection) {
    this.#database = database;
  }

  /** Null if there is none that can be read. */
  get(kit_id: string): unknown {
    const row = this.#database.read((sql) => sql('SELECT place FROM places WHERE kit_id = ?').get(kit_id));
    try {
      return typeof row?.place === 'string' ? (JSON.parse(row.place) as unknown) : null;
    } catch {
      return null;
    }
  }

  /** @param at ms since 1970 UTC */
  set(kit_id: string, place: unknown, at: number): void {
    this.#database.put('places', 'kit_id', { kit_id, place: JSON.stringify(place), at });
  }
}
