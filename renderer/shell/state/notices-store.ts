import { createStore } from 'zustand/vanilla';
import type { Notice } from '../../../preload/contract.ts';
import { follow } from './calls.ts';
import { defineSlice } from './registry.tsx';

interface NoticesState {
  /** `failed`: the notices could not be read, and no event has brought any. */
  status: 'loading' | 'ready' | 'failed';
  /** The most serious first. */
  notices: readonly Notice[];
  /** Reads the notices and follows their changes. Returns a function that stops following. */
  start(): () => void;
  dismiss(id: string): Promise<void>;
}

/** The app's notices. */
export const [noticesSlice, useNotices] = defineSlice(({ bridge }) =>
  createStore<NoticesState>()((set, get) => ({
    status: 'loading',
    notices: [],
    start: () =>
      follow(
        (listener) => bridge.app.on('notices', listener),
        bridge.app.notices,
        (notices) => set({ notices, status: 'ready' }),
        () => set({ status: 'failed' }),
      ),
    async dismiss(id) {
      // Removed at once; if the main process did not get the call, it comes back with the next change.
      set({ notices: get().notices.filter((one) => one.id !== id) });
      await bridge.app.dismissNotice(id).catch(() => {});
    },
  })),
);
