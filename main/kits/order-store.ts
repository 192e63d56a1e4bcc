import { z } from 'zod';
import type { Trip } from '../common/trip.ts';
import { json, tripSchema } from '../store/row-schema.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { readable } from '../store/sqlite-connection.ts';

/** A kit that is to be requested at a time before its flight's departure. Times are ms since 1970 UTC. */
export interface OrderRecord {
  id: string;
  profile_id: string;
  /** Has a departure. */
  trip: Trip & { departure: string };
  /** How long before the departure the kit is requested, ms. */
  lead_ms: number;
  /** The user name of the operating system's account. */
  who: string;
  created_at: number;
  /** When it was decided to request the kit; null before that. */
  claimed_at: number | null;
  /** The kit that was requested; null before that. */
  kit_id: string | null;
}

/**
 * Where standing orders are kept. Synchronous; durable when a call returns.
 *
 * @throws TripKitError of kind `disk` where the store can't be read or written
 */
export interface OrderStore {
  /** By departure. */
  list(): OrderRecord[];
  /** Null where there is none of this id. */
  get(id: string): OrderRecord | null;
  /** All or none of them; one with a known id takes its place. */
  put(orders: readonly OrderRecord[]): void;
  remove(ids: readonly string[]): void;
}

const PUT_ORDER = `
  INSERT OR REPLACE INTO orders (id, profile_id, trip, lead_ms, who, created_at, claimed_at, kit_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Standing orders in the user's database. */
export class SqliteOrderStore implements OrderStore {
  readonly #database: SqliteConnection;

  constructor(database: SqliteConnection) {
    this.#database = database;
  }

  list(): OrderRecord[] {
    const rows = this.#database.read((sql) => sql('SELECT * FROM orders').all());
    const departure = ({ trip }: OrderRecord) => Date.parse(trip.departure);
    return readable(rows, orderRow).sort((a, b) => departure(a) - departure(b));
  }

  get(id: string): OrderRecord | null {
    const rows = this.#database.read((sql) => sql('SELECT * FROM orders WHERE id = ?').all(id));
    return readable(rows, orderRow)[0] ?? null;
  }

  put(orders: readonly OrderRecord[]): void {
    this.#database.write(() => {
      for (const { id, profile_id, trip, lead_ms, who, created_at, claimed_at, kit_id } of orders) {
        const values = [id, profile_id, JSON.stringify(trip), lead_ms, who, created_at, claimed_at, kit_id];
        this.#database.run(PUT_ORDER, ...values);
      }
    });
  }

  remove(ids: readonly string[]): void {
    this.#database.runEach('DELETE FROM orders WHERE id = ?', ids);
  }
}

export const orderRow = z.object({
  id: z.string(),
  profile_id: z.string(),
  trip: json.pipe(tripSchema.extend({ departure: z.iso.datetime() })),
  lead_ms: z.number(),
  who: z.string(),
  created_at: z.number(),
  claimed_at: z.number().nullable(),
  kit_id: z.string().nullable(),
}) satisfies z.ZodType<OrderRecord>;
