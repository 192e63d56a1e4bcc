import { createStore } from 'zustand/vanilla';
import type { Notice } from '../../preload/contract.ts';
import type { Bridge } from '../ipc/bridge.ts';
import { follow } from '../state/calls.ts';
import { defineSlice } from '../state/registry.tsx';

export interface NoticesState {
  /** The gravest first. */
  notices: readonly Notice[];
  /** Reads them and follows their changes; the answer stops following. */
  start(): () => void;
  dismiss(id: string): Promise<void>;
}

/** The slice of the app's notices. */
export function createNoticesStore(bridge: Bridge) {
  return createStore<NoticesState>()((set, get) => ({
    notices: [],
    start: () => follow(bridge.app.onNotices, bridge.app.notices, (notices) => set({ notices })),
    async dismiss(id) {
      // Gone at once; where the main process did not hear of it, it comes back with the next change.
      set({ notices: get().notices.filter((one) => one.id !== id) });
      await bridge.app.dismissNotice(id).catch(() => {});
    },
  }));
}

/** The notices. */
export const [noticesSlice, useNotices] = defineSlice(({ bridge }) => createNoticesStore(bridge));
