/** The registry of set-up's window, and its hooks (state/window-state.tsx). */
import { defineWindowState } from '../../shell/state/window-state.tsx';
import type { SetupBridge } from './bridge.ts';

export const { createRegistry, RegistryProvider, useBridge, useStores, defineSlice } =
  defineWindowState<SetupBridge>();
