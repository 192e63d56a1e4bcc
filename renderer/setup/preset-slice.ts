import { lateSlice } from '../app/late-slice.ts';
import { createPresetStore } from './preset-store.ts';

/** A profile made of a preset. */
export const [usePresetSlice, usePreset] = lateSlice(({ bridge }) => createPresetStore(bridge));
