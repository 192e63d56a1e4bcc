/** The fake's batch checks and standing orders. */
import type { StandingOrder, Trip, TripProblem } from '../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { type Named, no, ok } from './fake-setup.ts';

const HOUR_MS = 3_600_000;

export function createFakeOrders(
  named: Named,
  check: (trip: Trip) => TripProblem[],
): Pick<FakeBridge, 'batch' | 'orders'> {
  const orders = new Map<string, StandingOrder>();
  const listeners = new Set<(orders: StandingOrder[]) => void>();
  const tell = () => {
    for (const listener of listeners) listener([...orders.values()]);
  };
  return {
    batch: {
      check: named('batch.check', (_profile, trips) => ok(trips.map(check))),
      save: named('batch.save', () => ok('Trip kits.csv')),
    },
    orders: {
      list: named('orders.list', () => ok([...orders.values()])),
      add: named('orders.add', (profile_id, trips, hours_before) => {
        if (trips.some(({ departure }) => !departure)) return no('config', 'The trip has no departure.');
        const added = trips.map((trip): StandingOrder => {
          const due = Date.parse(trip.departure ?? '') - hours_before * HOUR_MS;
          const created_at = new Date().toISOString();
          return {
            id: crypto.randomUUID(),
            profile_id,
            trip,
            hours_before,
            due_at: new Date(due).toISOString(),
            created_at,
            by: 'pilot',
            state: 'waiting',
            kit_id: null,
            problem: null,
          };
        });
        for (const order of added) orders.set(order.id, order);
        tell();
        return ok(added);
      }),
      remove: named('orders.remove', (id) => {
        orders.delete(id);
        tell();
        return ok(null);
      }),
      on: (_name, listener) => {
        const heard = listener as (all: StandingOrder[]) => void;
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
  };
}
