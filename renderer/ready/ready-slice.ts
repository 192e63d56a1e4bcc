import { lateSlice } from '../app/late-slice.ts';
import { createReadyStore } from './ready-store.ts';

/** "Ready to fly". */
export const [useReadySlice, useReady] = lateSlice(({ bridge, kits, session, trust }) =>
  createReadyStore(bridge, kits, session, trust),
);
