/** The registry of set-up's window, and its hooks (state/window-state.tsx). */
import { defineWindowState, type RegistryOf } from '../../shell/state/window-state.tsx';
import type { SetupBridge } from './bridge.ts';

export type SetupRegistry = RegistryOf<SetupBridge>;

export const { createRegistry, RegistryProvider, useBridge, useStores, defineSlice } =
  defineWindowState<SetupBridge>();
