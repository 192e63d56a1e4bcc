import { z } from 'zod';
import type { MarkRecord } from '../marks/mark-record.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { readable } from '../store/sqlite-connection.ts';

const carriedRow = z.object({
  /** The newer kit. */
  kit_id: z.string(),
  /** The mark that was drawn first; the older kit's may be a copy of it itself. */
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

/** What became of a mark of an older kit in a newer one. */
export type Carried = z.infer<typeof carriedRow>;

/**
 * Which marks of older kits are settled in newer ones, each by the mark that was drawn first: so a second comparison, a third kit or
 * a restart brings none twice. Durable when a call returns. Throws TripKitError of kind `disk`.
 */
export class CarriedStore {
  readonly #database: SqliteConnection;
  readonly #marks: MarkStore;

  /** @param marks in the same database */
  constructor(database: SqliteConnection, marks: MarkStore) {
    this.#database = database;
    this.#marks = marks;
  }

  /** What is settled in a newer kit, by the first mark's id. */
  ofKit(kit_id: string): Map<string, Carried> {
    const rows = this.#database.read((sql) => sql('SELECT * FROM carried WHERE kit_id = ?').all(kit_id));
    return new Map(readable(rows, carriedRow).map((row) => [row.origin_id, row]));
  }

  /**
   * Settles a mark, with its copy: both or neither.
   *
   * @param copy `mark_id` names it; null where it was declined
   * @param replaces a copy that was put on another document of the newer kit, and goes
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
