import { createStore } from 'zustand/vanilla';
import type { StandingOrder } from '../../preload/contract.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../ipc/bridge.ts';
import { defineSlice } from '../state/registry.tsx';

export interface OrdersState {
  status: 'loading' | 'ready' | 'failed';
  orders: readonly StandingOrder[];
  failure: UiFailure | null;
  /** Reads the orders and follows their changes; the answer stops following. */
  start(): () => void;
  remove(id: string): Promise<void>;
}

/** The slice of the standing orders. */
export function createOrdersStore(bridge: Bridge) {
  return createStore<OrdersState>()((set, get) => ({
    status: 'loading',
    orders: [],
    failure: null,
    start() {
      let heard = false;
      // Follow first, read second: an event that comes before the answer is newer than it.
      const stop = bridge.orders.on('changed', (orders) => {
        heard = true;
        set({ orders, status: 'ready' });
      });
      bridge.orders.list().then(
        (orders) => {
          if (!heard) set({ orders, status: 'ready', failure: null });
        },
        (error: unknown) => set({ status: 'failed', failure: asUiFailure(error) }),
      );
      return stop;
    },
    async remove(id) {
      set({ failure: null });
      try {
        await bridge.orders.remove(id);
        set({ orders: get().orders.filter((order) => order.id !== id) });
      } catch (error) {
        set({ failure: asUiFailure(error) });
      }
    },
  }));
}

/** The standing orders. */
export const [ordersSlice, useOrders] = defineSlice(({ bridge }) => createOrdersStore(bridge));
