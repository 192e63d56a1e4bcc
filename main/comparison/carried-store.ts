import { z } from 'zod';
import type { MarkRecord } from '../marks/mark-record.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { readable } from '../store/sqlite-connection.ts';

const carriedRow = z.object({
  /** The newer kit. */
  kit_id: z.string(),
  /** The original mark; the older kit's mark may itself be a copy of it. */
  origin_id: z.string(),
  /** The older kit. */
  from_kit_id: z.string(),
  /** The copy in the newer kit, which may have been removed since; null: the person declined it. */
  mark_id: z.string().nullable(),
  /** The user name of the operating system's account. */
  who: z.string(),
  /** ms since 1970 UTC. */
  at: z.number(),
});

/** How a mark of an older kit was settled in a newer one. */
export type Carried = z.infer<typeof carriedRow>;

/**
 * Marks of older kits that are settled in newer ones, by the original mark's id: a second comparison, a third kit or a restart copies
 * none again. Durable when a call returns. Throws TripKitError of kind `disk`.
 */
export class CarriedStore {
  readonly #database: SqliteConnection;
  readonly #marks: MarkStore;

  /** @param marks a store in the same database */
  constructor(database: SqliteConnection, marks: MarkStore) {
    this.#database = database;
    this.#marks = marks;
  }

  /** Settled marks of a newer kit, by the original mark's id. */
  ofKit(kit_id: string): Map<string, Carried> {
    const rows = this.#database.read((sql) => sql('SELECT * FROM carried WHERE kit_id = ?').all(kit_id));
    return new Map(readable(rows, carriedRow).map((row) => [row.origin_id, row]));
  }

  /**
   * Settles a mark and adds its copy, both or neither.
   *
   * @param copy the record of `mark_id`; null if the mark was declined
   * @param replaces id of a copy on another document of the newer kit, which is removed
   * @throws TripKitError as `MarkStore.add`
   */
  settle(row: Carried, copy: MarkRecord | null, replaces: string | null): void {
    const { kit_id, origin_id, from_kit_id, mark_id, who, at } = row;
    this.#database.write(() => {
      if (replaces !== null) this.#marks.remove(replaces);
      if (copy !== null) this.#marks.add(copy, from_kit_id);
      this.#database.run(
        `INSERT INTO carried (kit_id, origin_id, from_kit_id, mark_id, who, at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET
           from_kit_id = excluded.from_kit_id, mark_id = excluded.mark_id, who = excluded.who, at = excluded.at`,
        kit_id,
        origin_id,
        from_kit_id,
        mark_id,
        who,
        at,
      );
    });
  }
}
