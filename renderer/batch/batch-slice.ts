import { lateSlice } from '../app/late-slice.ts';
import { createBatchStore } from './batch-store.ts';

/** The batch: from the paste to what came of it. */
export const [useBatchSlice, useBatch] = lateSlice(({ bridge, kits }) => createBatchStore(bridge, kits));
