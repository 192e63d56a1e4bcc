import { createStore } from 'zustand/vanilla';
import type { Notice } from '../../preload/contract.ts';
import type { Bridge } from '../ipc/bridge.ts';
import { defineSlice } from '../state/registry.tsx';

export interface NoticesState {
  /** The gravest first. */
  notices: readonly Notice[];
  /** Reads them and follows their changes; the answer stops following. */
  start(): () => void;
  dismiss(id: string): Promise<void>;
}

/** The slice of what the app has to say by itself. */
export function createNoticesStore(bridge: Bridge) {
  return createStore<NoticesState>()((set, get) => ({
    notices: [],
    start() {
      let told = false;
      const stop = bridge.app.on('notices', (notices) => {
        told = true;
        set({ notices });
      });
      // An event that came before this answer is newer than it. Without an answer the next event tells.
      bridge.app.notices().then(
        (notices) => told || set({ notices }),
        () => {},
      );
      return stop;
    },
    async dismiss(id) {
      // Gone at once; where the main process did not hear of it, it comes back with the next change.
      set({ notices: get().notices.filter((one) => one.id !== id) });
      await bridge.app.dismissNotice(id).catch(() => {});
    },
  }));
}

export type NoticesStore = ReturnType<typeof createNoticesStore>;

/** The notices. */
export const [noticesSlice, useNotices] = defineSlice(({ bridge }) => createNoticesStore(bridge));
