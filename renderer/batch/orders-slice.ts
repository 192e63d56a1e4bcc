import { lateSlice } from '../app/late-slice.ts';
import { createOrdersStore } from './orders-store.ts';

/** The standing orders. */
export const [useOrdersSlice, useOrders] = lateSlice(({ bridge }) => createOrdersStore(bridge));
