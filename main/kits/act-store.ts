import { z } from 'zod';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { readable } from '../store/sqlite-connection.ts';

/** What a person can do with a kit that its own history does not name a person for. */
export const acts = ['asked', 'followed', 'opened', 'cancelled', 'retried', 'asked_again'] as const;
export type ActKind = (typeof acts)[number];

/** A row of a later version, whose act nobody here knows, can't be read. */
const actRow = z.object({
  kit_id: z.string(),
  act: z.enum(acts),
  /** The user name of the operating system's account. */
  who: z.string(),
  /** ms since 1970 UTC. */
  at: z.number(),
  /** The version that was opened; null for what is done without a document. */
  document_sha256: z.string().nullable(),
});

/** Who did what with which kit. */
export type Act = z.infer<typeof actRow>;

/**
 * Where acts are kept. Synchronous; durable when a call returns.
 *
 * @throws TripKitError of kind `disk` where the store can't be read or written
 */
export interface ActStore {
  /** All or none of them. */
  add(acts: readonly Act[]): void;
  /** The acts of a kit, oldest first. */
  list(kit_id: string): Act[];
  /** When each kit was last opened, ms since 1970 UTC, by the kit's id. */
  lastOpened(): Map<string, number>;
  /** The kits that acts are kept of. */
  kits(): string[];
  /** Forgets what was done with these kits. */
  remove(kit_ids: readonly string[]): void;
}

const COLUMNS = 'kit_id, act, who, at, document_sha256';

/** Acts in the user's database. */
export class SqliteActStore implements ActStore {
  readonly #database: SqliteConnection;

  constructor(database: SqliteConnection) {
    this.#database = database;
  }

  add(given: readonly Act[]): void {
    if (given.length === 0) return;
    this.#database.write(() => {
      for (const { kit_id, act, who, at, document_sha256 } of given) {
        const values = [kit_id, act, who, at, document_sha256];
        this.#database.run(`INSERT INTO acts (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`, ...values);
      }
    });
  }

  list(kit_id: string): Act[] {
    const query = `SELECT ${COLUMNS} FROM acts WHERE kit_id = ? ORDER BY seq`;
    return readable(
      this.#database.read((sql) => sql(query).all(kit_id)),
      actRow,
    );
  }

  lastOpened(): Map<string, number> {
    const query = "SELECT kit_id, MAX(at) AS at FROM acts WHERE act = 'opened' GROUP BY kit_id";
    const rows = this.#database.read((sql) => sql(query).all());
    return new Map(rows.map(({ kit_id, at }) => [String(kit_id), Number(at)]));
  }

  kits(): string[] {
    const rows = this.#database.read((sql) => sql('SELECT DISTINCT kit_id FROM acts').all());
    return rows.map(({ kit_id }) => String(kit_id));
  }

  remove(kit_ids: readonly string[]): void {
    this.#database.runEach('DELETE FROM acts WHERE kit_id = ?', kit_ids);
  }
}
