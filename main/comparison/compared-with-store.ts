import type { SqliteConnection } from '../store/sqlite-connection.ts';

/** The kit that a person had read before they opened a newer one. Throws TripKitError of kind `disk`. */
export class ComparedWithStore {
  readonly #database: SqliteConnection;

  constructor(database: SqliteConnection) {
    this.#database = database;
  }

  /** Newer kit → older kit. */
  all(): Map<string, string> {
    const rows = this.#database.read((sql) => sql('SELECT kit_id, old_id FROM compared_with').all());
    return new Map(rows.map(({ kit_id, old_id }) => [String(kit_id), String(old_id)]));
  }

  /** @param at ms since 1970 UTC */
  set(kit_id: string, old_id: string, at: number): void {
    this.#database.run(
      `INSERT INTO compared_with (kit_id, old_id, at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET old_id = excluded.old_id, at = excluded.at`,
      kit_id,
      old_id,
      at,
    );
  }
}
