import type { StandingOrder as OrderView, TripProblem } from '../../preload/contract.ts';
import type { Trip } from '../common/trip.ts';
import type { StandingOrder, StandingOrders } from '../kits/standing-orders.ts';
import type { DomainCalls } from './call-map.ts';
import { utc } from './kit-view.ts';
import { presentTrip } from './present-trip.ts';
import { refuseErrors } from './refuse-errors.ts';

const HOUR_MS = 3_600_000;

export interface OrderCallsDeps {
  orders: Pick<StandingOrders, 'list' | 'add' | 'remove'>;
  /** The trip rules: the trip as it would be sent, and what is wrong with it. @throws TripKitError of kind `config` */
  checkTrip(profile_id: string, trip: Trip): { trip: Trip; problems: readonly TripProblem[] };
}

/** Calls of the domain `orders`. */
export function orderCalls({ orders, checkTrip }: OrderCallsDeps): DomainCalls<'orders'> {
  return {
    list: () => viewOrders(orders.list()),
    add: (profile_id, trips, hours_before) => {
      const checked = trips.map((trip) => checkTrip(profile_id, presentTrip(trip)));
      refuseErrors(checked, 'Nothing was ordered.');
      const sound = checked.map(({ trip }) => trip);
      return viewOrders(orders.add(profile_id, sound, hours_before * HOUR_MS));
    },
    remove: (id) => {
      orders.remove(id);
      return null;
    },
  };
}

/** Orders as the contract shows them. */
export function viewOrders(orders: readonly StandingOrder[]): OrderView[] {
  return orders.map((order) => ({
    id: order.id,
    profile_id: order.profile_id,
    trip: order.trip,
    hours_before: order.lead_ms / HOUR_MS,
    due_at: utc(order.due_at),
    created_at: utc(order.created_at),
    by: order.who,
    state: order.state,
    kit_id: order.kit_id,
    problem: order.problem,
  }));
}
