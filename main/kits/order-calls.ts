import type { StandingOrder as OrderView } from '../../preload/contract.ts';
import { utc } from '../common/utc.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { RulesOf } from '../trips/trip-input.ts';
import { requireSound } from '../trips/trip-input.ts';
import type { StandingOrder, StandingOrders } from './standing-orders.ts';

const HOUR_MS = 3_600_000;

export interface OrderCallsDeps {
  orders: Pick<StandingOrders, 'list' | 'add' | 'remove'>;
  rulesOf: RulesOf;
}

/** Calls of the domain `orders`. */
export function orderCalls({ orders, rulesOf }: OrderCallsDeps): DomainCalls<'orders'> {
  return {
    list: () => viewOrders(orders.list()),
    add: (profile_id, trips, hours_before) => {
      const sound = requireSound(rulesOf(profile_id), trips, 'Nothing was ordered.');
      return viewOrders(orders.add(profile_id, sound, hours_before * HOUR_MS));
    },
    remove: (id) => orders.remove(id),
  };
}

/** Orders in the contract's form. */
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
