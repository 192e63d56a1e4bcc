import type { PersonalDatabase } from './personal-database.ts';

/** Where a person was in each kit: JSON, whose shape is the contract's and no matter here. */
export class PlaceStore {
  readonly #personal: PersonalDatabase;
  readonly #get;
  readonly #set;
  readonly #remove;
  readonly #kits;

  constructor(personal: PersonalDatabase) {
    this.#personal = personal;
    const { db } = personal;
    this.#get = db.prepare('SELECT place FROM places WHERE kit_id = ?');
    this.#set = db.prepare(
      'INSERT INTO places (kit_id, place, at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET place = excluded.place, at = excluded.at',
    );
    this.#remove = db.prepare('DELETE FROM places WHERE kit_id = ?');
    this.#kits = db.prepare('SELECT kit_id FROM places');
  }

  /** Null where there is none. @throws TripKitError of kind `disk` */
  get(kit_id: string): unknown {
    const row = this.#personal.read(() => this.#get.get(kit_id));
    if (typeof row?.place !== 'string') return null;
    try {
      return JSON.parse(row.place) as unknown;
    } catch {
      return null;
    }
  }

  /** @param at ms since 1970 UTC. @throws TripKitError of kind `disk` */
  set(kit_id: string, place: unknown, at: number): void {
    this.#personal.write(() => this.#set.run(kit_id, JSON.stringify(place), at));
  }

  /** @throws TripKitError of kind `disk` */
  remove(kit_ids: readonly string[]): void {
    if (kit_ids.length === 0) return;
    this.#personal.write(() => {
      for (const kit_id of kit_ids) this.#remove.run(kit_id);
    });
  }

  /** The kits that have a place. @throws TripKitError of kind `disk` */
  kits(): string[] {
    return this.#personal.read(() => this.#kits.all()).map(({ kit_id }) => String(kit_id));
  }
}
