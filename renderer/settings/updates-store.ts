import { createStore } from 'zustand/vanilla';
import type { UpdateState } from '../../preload/contract.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../ipc/bridge.ts';
import { defineSlice } from '../state/registry.tsx';

export interface UpdatesSliceState {
  state: UpdateState | null;
  /** What the person asked for and is waited for. */
  busy: 'check' | 'install' | 'onQuit' | null;
  failure: UiFailure | null;
  /** Whether the person's last check found nothing newer. */
  none: boolean;
  /** Reads the state and follows its changes; the answer stops following. */
  start(): () => void;
  check(): Promise<void>;
  install(): Promise<void>;
  installOnQuit(on: boolean): Promise<void>;
}

/** The slice of updates of the app itself. */
export function createUpdatesStore(bridge: Bridge) {
  return createStore<UpdatesSliceState>()((set, get) => {
    async function work(
      busy: NonNullable<UpdatesSliceState['busy']>,
      run: () => Promise<void>,
    ): Promise<void> {
      if (get().busy !== null) return;
      set({ busy, failure: null, none: false });
      try {
        await run();
      } catch (error) {
        set({ failure: asUiFailure(error) });
      } finally {
        set({ busy: null });
      }
    }
    return {
      state: null,
      busy: null,
      failure: null,
      none: false,
      start() {
        let heard = false;
        // Follow first, read second: an event that comes before the answer is newer than it.
        const stop = bridge.updates.on('changed', (state) => {
          heard = true;
          set({ state });
        });
        set({ failure: null, none: false });
        bridge.updates.state().then(
          (state) => {
            if (!heard) set({ state });
          },
          (error: unknown) => set({ failure: asUiFailure(error) }),
        );
        return stop;
      },
      check: () =>
        work('check', async () => {
          const state = await bridge.updates.check();
          set({ none: state.status === 'idle' });
          // What happened since is in the events.
          if (get().state === null) set({ state });
        }),
      install: () =>
        work('install', async () => {
          await bridge.updates.install();
        }),
      installOnQuit: (on) =>
        work('onQuit', async () => {
          set({ state: await bridge.updates.installOnQuit(on) });
        }),
    };
  });
}

/** Updates of the app. */
export const [updatesSlice, useUpdates] = defineSlice(({ bridge }) => createUpdatesStore(bridge));
