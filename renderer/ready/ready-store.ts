import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../ipc/bridge.ts';
import { type KitsStore, kitsSlice } from '../kits/kits-store.ts';
import { type TrustStore, trustSlice } from '../kits/trust-store.ts';
import { type SessionStore, sessionSlice } from '../session/session-store.ts';
import { defineSlice } from '../state/registry.tsx';
import { readMachine } from './machine.ts';
import { type Machine, nextFlights } from './ready-checks.ts';

export interface ReadyState {
  /** What the machine said last; null before it was asked. */
  machine: Machine | null;
  /** Checks everything anew: the documents byte by byte, the certificate, the machine. Never rejects. */
  check(): Promise<void>;
}

/** The slice of "Ready to fly". */
export function createReadyStore(
  bridge: Bridge,
  kits: KitsStore,
  session: SessionStore,
  trust: TrustStore,
  now: () => number = Date.now,
) {
  return createStore<ReadyState>()((set) => ({
    machine: null,
    async check() {
      const documents = nextFlights([...kits.getState().kits], now())
        .filter(({ state }) => state === 'ready')
        .map((kit) => trust.getState().check(kit, { again: true }));
      const [machine] = await Promise.all([
        readMachine(bridge),
        session.getState().refreshIdentity(),
        ...documents,
      ]);
      set({ machine });
    },
  }));
}

/** "Ready to fly". */
export const [readySlice, useReady] = defineSlice(({ bridge, get }) =>
  createReadyStore(bridge, get(kitsSlice), get(sessionSlice), get(trustSlice)),
);
