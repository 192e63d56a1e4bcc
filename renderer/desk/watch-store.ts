import { createStore } from 'zustand/vanilla';
import { DEFAULT_TEMPLATE } from '../../main/desk/rules/delivery-name.ts';
import type { WatchState } from '../../preload/contract/desk.ts';
import { defineSlice } from '../setup/state/registry.ts';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';

/** The typed values; folders and program are chosen in system dialogs, and the main process stores them. */
export interface WatchForm {
  profile: string;
  name: string;
  webhook: string;
  secret: string;
}

interface WatchSliceState {
  state: WatchState | null;
  form: WatchForm;
  busy: boolean;
  failure: UiFailure | null;
  /** Reads the state and follows its changes. Returns a function that stops following. */
  start(): () => void;
  edit(patch: Partial<WatchForm>): void;
  chooseFolder(which: 'in' | 'out'): Promise<void>;
  chooseCommand(): Promise<void>;
  forgetCommand(): Promise<void>;
  begin(profile: string): Promise<void>;
  end(): Promise<void>;
}

/** A desk that works alone. */
export const [watchSlice, useWatch] = defineSlice(({ bridge }) =>
  createStore<WatchSliceState>()((set, get) => {
    /** @returns whether it was done; a person may have changed their mind */
    async function run(call: () => Promise<WatchState | null>): Promise<boolean> {
      if (get().busy) return false;
      set({ busy: true, failure: null });
      try {
        const state = await call();
        if (state !== null) set({ state });
        return state !== null;
      } catch (error) {
        set({ failure: asUiFailure(error) });
        return false;
      } finally {
        set({ busy: false });
      }
    }
    return {
      state: null,
      form: { profile: '', name: DEFAULT_TEMPLATE, webhook: '', secret: '' },
      busy: false,
      failure: null,
      start() {
        const off = bridge.watch.on('changed', (progress) =>
          set(({ state }) => ({ state: state && { ...state, ...progress } })),
        );
        void run(bridge.watch.state).then(() => {
          const folders = get().state?.folders;
          if (!folders) return;
          const { profile, name, webhook } = folders;
          set({ form: { profile, name, webhook: webhook ?? '', secret: '' } });
        });
        return off;
      },
      edit: (patch) => set(({ form }) => ({ form: { ...form, ...patch } })),
      chooseFolder: async (which) => void (await run(() => bridge.watch.chooseFolder(which))),
      chooseCommand: async () => void (await run(() => bridge.watch.chooseCommand())),
      forgetCommand: async () => void (await run(() => bridge.watch.forgetCommand())),
      async begin(profile) {
        const { name, webhook, secret } = get().form;
        const input = {
          profile,
          name: name.trim(),
          webhook: webhook.trim() === '' ? null : webhook.trim(),
          secret: secret === '' ? null : secret,
        };
        // The secret stays on the page no longer than needed.
        if (await run(() => bridge.watch.begin(input))) set({ form: { ...get().form, secret: '' } });
      },
      end: async () => void (await run(() => bridge.watch.end())),
    };
  }),
);
