import type { PersonalDatabase } from '../store/personal-database.ts';

/** Which kit a person had read before they opened a newer one. Throws TripKitError of kind `disk`. */
export class ComparedWithStore {
  readonly #personal: PersonalDatabase;

  constructor(personal: PersonalDatabase) {
    this.#personal = personal;
  }

  /** Newer kit → older kit. */
  all(): Map<string, string> {
    const rows = this.#personal.read((sql) => sql('SELECT kit_id, old_id FROM compared_with').all());
    return new Map(rows.map(({ kit_id, old_id }) => [String(kit_id), String(old_id)]));
  }

  /** @param at ms since 1970 UTC */
  set(kit_id: string, old_id: string, at: number): void {
    this.#personal.run(
      `INSERT INTO compared_with (kit_id, old_id, at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET old_id = excluded.old_id, at = excluded.at`,
      kit_id,
      old_id,
      at,
    );
  }

  remove(kit_ids: readonly string[]): void {
    this.#personal.runEach('DELETE FROM compared_with WHERE kit_id = ?', kit_ids);
  }
}
