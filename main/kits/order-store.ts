import { z } from 'zod';
import type { Trip } from '../common/trip.ts';
import type { EventKind } from '../store/event-entry.ts';
import type { EventLog } from '../store/event-log.ts';
import { json, tripSchema } from '../store/row-schema.ts';
import { readable, type SqliteConnection } from '../store/sqlite-connection.ts';

/** A kit to request at a time before its flight's departure. Times are ms since 1970 UTC. */
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
  /** When the app decided to request the kit; null before that. */
  claimed_at: number | null;
  /** The kit that was requested; null before that. */
  kit_id: string | null;
}

/**
 * Where standing orders are kept. Synchronous; durable when a call returns.
 *
 * @throws TripKitError of kind `disk` if the store can't be read or written
 */
export interface OrderStore {
  /** Ordered by departure. */
  list(): OrderRecord[];
  /** Null if there is no order with this id. */
  get(id: string): OrderRecord | null;
  /** Writes all or none; an order with a known id is replaced. */
  put(orders: readonly OrderRecord[]): void;
  remove(ids: readonly string[]): void;
}

const PUT_ORDER = `
  INSERT OR REPLACE INTO orders (id, profile_id, trip, lead_ms, who, created_at, claimed_at, kit_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Standing orders in the user's database, with an event log entry for what happens to each. */
export class SqliteOrderStore implements OrderStore {
  readonly #database: SqliteConnection;
  readonly #log: EventLog;

  constructor(database: SqliteConnection, log: EventLog) {
    this.#database = database;
    this.#log = log;
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
      for (const order of orders) {
        const { id, profile_id, trip, lead_ms, who, created_at, claimed_at, kit_id } = order;
        const before = this.get(id);
        const values = [id, profile_id, JSON.stringify(trip), lead_ms, who, created_at, claimed_at, kit_id];
        this.#database.run(PUT_ORDER, ...values);
        if (before === null) {
          const hours = Math.round(lead_ms / 360_000) / 10;
          const what = `Standing order: the kit is requested ${hours} h before departure.`;
          this.#logEvent('order_made', created_at, who, order, what);
        }
        if (kit_id !== null && (before?.kit_id ?? null) === null) {
          const what = 'The standing order was carried out: the kit was requested.';
          this.#logEvent('order_requested', claimed_at ?? this.#log.now, who, order, what);
        }
      }
    });
  }

  remove(ids: readonly string[]): void {
    this.#database.write(() => {
      for (const id of ids) {
        const order = this.get(id);
        this.#database.run('DELETE FROM orders WHERE id = ?', id);
        if (order === null || order.kit_id !== null) continue;
        const { now, user } = this.#log;
        if (Date.parse(order.trip.departure) > now) {
          this.#logEvent('order_cancelled', now, user, order, 'The standing order was cancelled.');
        } else {
          const what = 'The standing order was never carried out: its flight had left.';
          this.#logEvent('order_missed', now, null, order, what);
        }
      }
    });
  }

  #logEvent(kind: EventKind, at: number, who: string | null, order: OrderRecord, what: string): void {
    const { id, profile_id, trip, kit_id } = order;
    const kit = this.#log.about({ profile_id, tripkit_id: null, trip });
    const body = { what, kit, order_id: id, ...(kind === 'order_made' ? { trip } : {}) };
    this.#log.append({ at, kind, kit_id, who, body });
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
