import type { PersonalDatabase } from './personal-database.ts';

/** What a person can do with a kit that its own history does not name a person for. */
export const acts = ['asked', 'followed', 'opened', 'cancelled', 'retried', 'asked_again'] as const;
export type ActKind = (typeof acts)[number];

/** Who did what with which kit. */
export interface Act {
  kit_id: string;
  act: ActKind;
  /** The user name of the operating system's account. */
  who: string;
  /** Ms since 1970 UTC. */
  at: number;
  /** The version that was opened; null for what is done without a document. */
  document_sha256: string | null;
}

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

/** Acts in the personal database. */
export class PersonalActStore implements ActStore {
  readonly #personal: PersonalDatabase;
  readonly #add;
  readonly #list;
  readonly #lastOpened;
  readonly #kits;
  readonly #remove;

  constructor(personal: PersonalDatabase) {
    this.#personal = personal;
    const { db } = personal;
    this.#add = db.prepare('INSERT INTO acts (kit_id, act, who, at, document_sha256) VALUES (?, ?, ?, ?, ?)');
    this.#list = db.prepare(
      'SELECT kit_id, act, who, at, document_sha256 FROM acts WHERE kit_id = ? ORDER BY seq',
    );
    this.#lastOpened = db.prepare(
      "SELECT kit_id, MAX(at) AS at FROM acts WHERE act = 'opened' GROUP BY kit_id",
    );
    this.#kits = db.prepare('SELECT DISTINCT kit_id FROM acts');
    this.#remove = db.prepare('DELETE FROM acts WHERE kit_id = ?');
  }

  add(given: readonly Act[]): void {
    if (given.length === 0) return;
    this.#personal.write(() => {
      for (const { kit_id, act, who, at, document_sha256 } of given)
        this.#add.run(kit_id, act, who, at, document_sha256);
    });
  }

  list(kit_id: string): Act[] {
    return this.#personal.read(() => this.#list.all(kit_id)).flatMap(readAct);
  }

  lastOpened(): Map<string, number> {
    const rows = this.#personal.read(() => this.#lastOpened.all());
    return new Map(rows.map(({ kit_id, at }) => [String(kit_id), Number(at)]));
  }

  kits(): string[] {
    return this.#personal.read(() => this.#kits.all()).map(({ kit_id }) => String(kit_id));
  }

  remove(kit_ids: readonly string[]): void {
    if (kit_ids.length === 0) return;
    this.#personal.write(() => {
      for (const kit_id of kit_ids) this.#remove.run(kit_id);
    });
  }
}

/** A row of a later version, whose act nobody here knows, is passed over. */
function readAct(row: Record<string, unknown>): Act[] {
  const act = acts.find((one) => one === row.act);
  if (!act || typeof row.at !== 'number') return [];
  return [
    {
      kit_id: String(row.kit_id),
      act,
      who: String(row.who),
      at: row.at,
      document_sha256: typeof row.document_sha256 === 'string' ? row.document_sha256 : null,
    },
  ];
}
