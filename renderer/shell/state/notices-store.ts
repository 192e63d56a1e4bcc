import { createStore } from 'zustand/vanilla';
import type { Notice } from '../../../preload/contract.ts';
import { follow } from './calls.ts';
import { defineSlice } from './registry.tsx';

interface NoticesState {
  /** `failed`: they could not be read, and none has been heard of. */
  status: 'loading' | 'ready' | 'failed';
  /** The gravest first. */
  notices: readonly Notice[];
  /** Reads them and follows their changes; the answer stops following. */
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
      // Gone at once; where the main process did not hear of it, it comes back with the next change.
      set({ notices: get().notices.filter((one) => one.id !== id) });
      await bridge.app.dismissNotice(id).catch(() => {});
    },
  })),
);
