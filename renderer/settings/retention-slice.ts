import { lateSlice } from '../app/late-slice.ts';
import { createRetentionStore } from './retention-store.ts';

/** How long kits stay. */
export const [useRetentionSlice, useRetention] = lateSlice(({ bridge, settings }) =>
  createRetentionStore(bridge, settings),
);
