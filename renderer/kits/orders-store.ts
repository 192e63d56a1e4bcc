import { createStore } from 'zustand/vanilla';
import type { StandingOrder } from '../../preload/contract.ts';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';
import { follow } from '../shell/state/calls.ts';
import { defineSlice } from '../shell/state/registry.tsx';

interface OrdersState {
  status: 'loading' | 'ready' | 'failed';
  orders: readonly StandingOrder[];
  failure: UiFailure | null;
  /** Reads the orders, again after a failure, and follows their changes from now on. */
  start(): void;
  remove(id: string): Promise<void>;
}

export type OrdersStore = ReturnType<typeof ordersSlice>;

/** The standing orders. */
export const [ordersSlice, useOrders] = defineSlice(({ bridge }) =>
  createStore<OrdersState>()((set, get) => {
    let stop: (() => void) | null = null;
    return {
      status: 'loading',
      orders: [],
      failure: null,
      start() {
        if (stop && get().status !== 'failed') return;
        stop?.();
        set({ status: 'loading', failure: null });
        stop = follow(
          (listener) => bridge.orders.on('changed', listener),
          bridge.orders.list,
          (orders) => set({ orders, status: 'ready' }),
          (failure) => set({ failure, status: 'failed' }),
        );
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
    };
  }),
);
