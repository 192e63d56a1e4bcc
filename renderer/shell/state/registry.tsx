/** The registry of the library's window, and its hooks (window-state.tsx). */
import type { Bridge } from './bridge.ts';
import { defineWindowState, type RegistryOf } from './window-state.tsx';

export type Registry = RegistryOf<Bridge>;

export const { createRegistry, RegistryProvider, useRegistry, useBridge, useStores, defineSlice } =
  defineWindowState<Bridge>();
