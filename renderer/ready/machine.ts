import type { Bridge } from '../ipc/bridge.ts';
import type { Machine } from './ready-checks.ts';

/** As much of the Battery Status API (W3C) as is read; Chromium has it, TypeScript's own types do not. */
interface BatteryNavigator {
  getBattery?(): Promise<{ level: number; charging: boolean }>;
}

/** How long the battery may take to answer, ms. */
const TIMEOUT_MS = 2_000;

/** What the machine says of itself now. Never rejects: what it does not say is null. */
export async function readMachine(bridge: Bridge): Promise<Machine> {
  const [free_bytes, battery] = await Promise.all([
    bridge.app.freeSpace().catch(() => null),
    readBattery().catch(() => null),
  ]);
  return { free_bytes, battery };
}

async function readBattery(): Promise<Machine['battery']> {
  const asked = (navigator as BatteryNavigator).getBattery?.();
  if (!asked) return null;
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), TIMEOUT_MS);
  try {
    const battery = await Promise.race([asked, late.promise]);
    // A machine without a battery answers as one that is full and charging.
    return battery === null ? null : { level: battery.level, charging: battery.charging };
  } finally {
    clearTimeout(timer);
  }
}
