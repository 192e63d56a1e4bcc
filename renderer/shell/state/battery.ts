/** As much of the Battery Status API (W3C) as is read; Chromium has it, TypeScript's own types do not. */
interface BatteryNavigator {
  getBattery?(): Promise<{ level: number; charging: boolean }>;
}

/** How long the battery may take to answer, ms. */
const TIMEOUT_MS = 2_000;

/** The battery's level (a share) and whether it is charging; null if not known. A machine without one is full and charging. */
export async function readBattery(): Promise<{ level: number; charging: boolean } | null> {
  const asked = (navigator as BatteryNavigator).getBattery?.();
  if (!asked) return null;
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null));
  const battery = await Promise.race([asked, late]).catch(() => null);
  return battery && { level: battery.level, charging: battery.charging };
}
