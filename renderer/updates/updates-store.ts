import { createStore } from 'zustand/vanilla';
import type { UpdateState } from '../../preload/contract.ts';
import { defineSlice } from '../setup/state/registry.ts';
import type { UiFailure } from '../shell/state/bridge.ts';
import { follow, oneAtATime } from '../shell/state/calls.ts';

interface UpdatesSliceState {
  state: UpdateState | null;
  /** The action that the person started and that is still running. */
  busy: 'check' | 'install' | 'onQuit' | null;
  failure: UiFailure | null;
  /** Whether the person's last check found nothing newer. */
  none: boolean;
  /** Reads the state and follows its changes. Returns a function that stops following. */
  start(): () => void;
  check(): Promise<void>;
  install(): Promise<void>;
  installOnQuit(on: boolean): Promise<void>;
}

/** Updates of the app itself. */
export const [updatesSlice, useUpdates] = defineSlice(({ bridge }) =>
  createStore<UpdatesSliceState>()((set, get) => {
    const run = oneAtATime(set, get);
    return {
      state: null,
      busy: null,
      failure: null,
      none: false,
      start() {
        set({ failure: null, none: false });
        return follow(
          (listener) => bridge.updates.on('changed', listener),
          bridge.updates.state,
          (state) => set({ state }),
          (failure) => set({ failure }),
        );
      },
      async check() {
        set({ none: false });
        const state = await run('check', () => bridge.updates.check());
        if (!state) return;
        set({ none: state.status === 'idle' });
        // What happened since is in the events.
        if (get().state === null) set({ state });
      },
      async install() {
        set({ none: false });
        await run('install', () => bridge.updates.install());
      },
      async installOnQuit(on) {
        set({ none: false });
        const state = await run('onQuit', () => bridge.updates.installOnQuit(on));
        if (state) set({ state });
      },
    };
  }),
);
