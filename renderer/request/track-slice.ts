import { lateSlice } from '../app/late-slice.ts';
import { createTrackStore } from './track-store.ts';

/** The form that tracks kits of others. */
export const [useTrackSlice, useTrack] = lateSlice(({ bridge }) => createTrackStore(bridge));
