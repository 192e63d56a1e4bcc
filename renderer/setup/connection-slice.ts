import { lateSlice } from '../app/late-slice.ts';
import { createConnectionStore } from './connection-store.ts';

/** The test of the connection. */
export const [useConnectionSlice, useConnection] = lateSlice(({ bridge }) => createConnectionStore(bridge));
