import { lateSlice } from '../app/late-slice.ts';
import { createUpdatesStore } from './updates-store.ts';

/** Updates of the app. */
export const [useUpdatesSlice, useUpdates] = lateSlice(({ bridge }) => createUpdatesStore(bridge));
