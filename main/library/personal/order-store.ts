import { z } from 'zod';
import type { Trip } from '../../common/trip.ts';
import type { PersonalDatabase } from './personal-database.ts';

/** A kit that is to be asked for at a time before its flight's departure. Times are ms since 1970 UTC. */
export interface OrderRecord {
  id: string;
  profile_id: string;
  /** Has a departure. */
  trip: Trip & { departure: string };
  /** How long before the departure the kit is asked for, ms. */
  lead_ms: number;
  /** The user name of the operating system's account. */
  who: string;
  created_at: number;
  /** When it was decided to ask; null before that. */
  claimed_at: number | null;
  /** The kit that was asked for; null before that. */
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

/** Standing orders in the personal database. */
export class PersonalOrderStore implements OrderStore {
  readonly #personal: PersonalDatabase;

  constructor(personal: PersonalDatabase) {
    this.#personal = personal;
  }

  list(): OrderRecord[] {
    return this.#personal
      .read((sql) => sql('SELECT * FROM orders').all())
      .flatMap(readOrder)
      .sort((a, b) => Date.parse(a.trip.departure) - Date.parse(b.trip.departure));
  }

  get(id: string): OrderRecord | null {
    const rows = this.#personal.read((sql) => sql('SELECT * FROM orders WHERE id = ?').all(id));
    return rows.flatMap(readOrder)[0] ?? null;
  }

  put(orders: readonly OrderRecord[]): void {
    this.#personal.write(() => {
      for (const { id, profile_id, trip, lead_ms, who, created_at, claimed_at, kit_id } of orders) {
        const values = [id, profile_id, JSON.stringify(trip), lead_ms, who, created_at, claimed_at, kit_id];
        this.#personal.run(PUT_ORDER, ...values);
      }
    });
  }

  remove(ids: readonly string[]): void {
    this.#personal.runEach('DELETE FROM orders WHERE id = ?', ids);
  }
}

const storedTrip = z.object({
  origin: z.string(),
  destination: z.string(),
  alternates: z.array(z.string()).optional(),
  route: z.string().optional(),
  flight: z.string().optional(),
  departure: z.iso.datetime(),
});

/** A row that can't be read is passed over: one bad order never takes the others down. */
function readOrder(row: Record<string, unknown>): OrderRecord[] {
  try {
    const trip = storedTrip.parse(JSON.parse(String(row.trip)));
    return [
      {
        id: String(row.id),
        profile_id: String(row.profile_id),
        trip: Object.fromEntries(
          Object.entries(trip).filter(([, value]) => value !== undefined),
        ) as unknown as OrderRecord['trip'],
        lead_ms: Number(row.lead_ms),
        who: String(row.who),
        created_at: Number(row.created_at),
        claimed_at: row.claimed_at === null ? null : Number(row.claimed_at),
        kit_id: row.kit_id === null ? null : String(row.kit_id),
      },
    ];
  } catch {
    return [];
  }
}
