import { createStore } from 'zustand/vanilla';
import type { Diagnosis } from '../../preload/contract.ts';
import { defineSlice } from '../setup/state/registry.ts';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';
import { latestOnly } from '../shell/state/calls.ts';

interface ConnectionState {
  /** The profile that is or was tested; null before the first test. */
  profileId: string | null;
  running: boolean;
  diagnosis: Diagnosis | null;
  /** Why the test itself could not be made. */
  failure: UiFailure | null;
  test(profileId: string): Promise<void>;
  /** Drops an answer that comes later. */
  leave(): void;
}

/** The test of the connection. */
export const [connectionSlice, useConnection] = defineSlice(({ bridge }) => {
  const begin = latestOnly();
  return createStore<ConnectionState>()((set) => ({
    profileId: null,
    running: false,
    diagnosis: null,
    failure: null,
    async test(profileId) {
      const isLatest = begin();
      set({ profileId, running: true, diagnosis: null, failure: null });
      try {
        const diagnosis = await bridge.profiles.test(profileId);
        if (isLatest()) set({ running: false, diagnosis });
      } catch (error) {
        if (isLatest()) set({ running: false, failure: asUiFailure(error) });
      }
    },
    leave() {
      begin();
      set({ profileId: null, running: false, diagnosis: null, failure: null });
    },
  }));
});
