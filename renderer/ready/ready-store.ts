import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../ipc/bridge.ts';
import { kitsSlice } from '../kits/kits-store.ts';
import { trustSlice } from '../kits/trust-store.ts';
import { sessionSlice } from '../session/session-store.ts';
import { defineSlice } from '../state/registry.tsx';
import { type Machine, nextFlights } from './ready-checks.ts';

/** As much of the Battery Status API (W3C) as is read; Chromium has it, TypeScript's own types do not. */
interface BatteryNavigator {
  getBattery?(): Promise<{ level: number; charging: boolean }>;
}

/** How long the battery may take to answer, ms. */
const TIMEOUT_MS = 2_000;

/** Free space and battery now. Never rejects: what the machine does not tell is null. */
async function readMachine(bridge: Bridge): Promise<Machine> {
  const [free_bytes, battery] = await Promise.all([
    bridge.app.freeSpace().catch(() => null),
    readBattery().catch(() => null),
  ]);
  return { free_bytes, battery };
}

async function readBattery(): Promise<Machine['battery']> {
  const asked = (navigator as BatteryNavigator).getBattery?.();
  if (!asked) return null;
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null));
  const battery = await Promise.race([asked, late]);
  // A machine without a battery answers as one that is full and charging.
  return battery && { level: battery.level, charging: battery.charging };
}

interface ReadyState {
  /** The last answer of the machine; null before it was asked. */
  machine: Machine | null;
  /** Checks everything again: the documents byte by byte, the certificate, the machine. Never rejects. */
  check(): Promise<void>;
}

/** "Ready to fly". */
export const [readySlice, useReady] = defineSlice(({ bridge, get }) =>
  createStore<ReadyState>()((set) => ({
    machine: null,
    async check() {
      const documents = nextFlights(get(kitsSlice).getState().kits, Date.now())
        .filter(({ state }) => state === 'ready')
        .map((kit) => get(trustSlice).getState().check(kit, { again: true }));
      const [machine] = await Promise.all([
        readMachine(bridge),
        get(sessionSlice).getState().refreshIdentity(),
        ...documents,
      ]);
      set({ machine });
    },
  })),
);
