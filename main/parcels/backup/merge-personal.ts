import type { DatabaseSync } from 'node:sqlite';
import type { Trip } from '../../common/trip.ts';
import { type OrderRecord, orderRow } from '../../kits/order-store.ts';
import type { KitRecord } from '../../store/kit-record.ts';
import { readable, type SqliteConnection } from '../../store/sqlite-connection.ts';
import { addRow, mergeLines, type Row, rowsOf } from './merge-rows.ts';

/** What becomes of each table of the personal database when a copy is restored. A new table needs its line. */
export const personalTables = {
  places: 'those of kits that are here come back where there is none',
  marks: 'those of kits that are here come back, and all bookmarks',
  acts: 'lines of kits that are here come back',
  orders: 'those that can’t have been carried out since come back',
  reviews: 'lines of kits that are here come back',
  carried: 'those of kits that are here come back where there is none',
  compared_with: 'those of kits that are here come back where there is none',
} as const;

export interface PersonalMerge {
  /** Wall clock, ms since 1970 UTC. */
  now: number;
  /** All kits that are here. */
  kits: readonly Pick<KitRecord, 'id' | 'profile_id' | 'trip' | 'created_at'>[];
}

/** How much came back. */
export interface PersonalBack {
  places: number;
  marks: number;
  acts: number;
  orders: number;
  reviews: number;
  /** Orders whose kit may have been requested since the copy was made: a person decides about them. */
  left: OrderRecord[];
}

/**
 * Brings what is missing back from a copy of the present version, in one transaction; a second time nothing happens.
 *
 * @throws TripKitError of kind `disk`; the database is then as it was
 */
export function mergePersonal(
  present: SqliteConnection,
  copy: DatabaseSync,
  merge: PersonalMerge,
): PersonalBack {
  const here = new Set(merge.kits.map(({ id }) => id));
  const belongs = ({ kit_id, kind }: Row) => here.has(String(kit_id)) || kind === 'bookmark';
  return present.write(() => {
    const add = (table: string, rows: readonly Row[]) =>
      rows.filter((row) => addRow(present, table, row)).length;
    const ofKits = (table: string) => rowsOf(copy, table).filter(({ kit_id }) => here.has(String(kit_id)));
    add('carried', ofKits('carried'));
    add('compared_with', ofKits('compared_with'));
    return {
      places: add('places', rowsOf(copy, 'places').filter(belongs)),
      marks: add('marks', rowsOf(copy, 'marks').filter(belongs)),
      acts: mergeLines(present, copy, 'acts', (kit_id) => here.has(kit_id)),
      reviews: mergeLines(present, copy, 'reviews', (kit_id) => here.has(kit_id)),
      ...mergeOrders(present, copy, merge),
    };
  });
}

/**
 * An order that has come due since the copy was made may have been carried out, and one whose flight is ordered or
 * requested already would ask twice: none of them waits again.
 */
function mergeOrders(present: SqliteConnection, copy: DatabaseSync, { now, kits }: PersonalMerge) {
  const known = ordersOf(present.read((sql) => sql('SELECT * FROM orders').all()));
  const ids = new Set(known.map(({ id }) => id));
  const left: OrderRecord[] = [];
  let orders = 0;
  for (const row of rowsOf(copy, 'orders')) {
    const [order] = ordersOf([row]);
    if (!order || ids.has(order.id)) continue;
    const { kit_id, claimed_at, lead_ms } = order;
    const departure = Date.parse(order.trip.departure);
    const waits = kit_id === null;
    if (waits && isSeenTo(order)) continue;
    if (waits && (claimed_at !== null || departure - lead_ms <= now)) {
      if (departure > now) left.push(order);
    } else if (addRow(present, 'orders', row)) {
      orders += 1;
    }
  }
  return { orders, left };

  function isSeenTo(order: OrderRecord): boolean {
    return (
      known.some((other) => isSame(other, order)) ||
      kits.some((kit) => kit.created_at >= order.created_at && isSame(kit, order))
    );
  }
}

function isSame(a: { profile_id: string; trip: Trip | null }, b: OrderRecord): boolean {
  const flight = ({ origin, destination, departure, flight }: Trip) =>
    JSON.stringify([origin, destination, departure, flight]);
  return a.trip !== null && a.profile_id === b.profile_id && flight(a.trip) === flight(b.trip);
}

function ordersOf(rows: readonly unknown[]): OrderRecord[] {
  return readable(rows, orderRow);
}
