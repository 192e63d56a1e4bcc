/** The registry of the library's window, and its hooks (window-state.tsx). */
import type { Bridge } from './bridge.ts';
import { defineWindowState, type RegistryOf, type SliceOf } from './window-state.tsx';

export type Registry = RegistryOf<Bridge>;
/** Makes a slice of the window's state; may get other slices from the registry. */
export type Slice<S> = SliceOf<Bridge, S>;

export const { createRegistry, RegistryProvider, useRegistry, useBridge, useStores, defineSlice } =
  defineWindowState<Bridge>();
