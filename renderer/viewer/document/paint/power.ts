/** Whether the laptop has power for background work. */

/** Below this battery charge, a share, it has not, unless it is charging. */
const LOW = 0.3;

/** The needed part of the Battery Status API (W3C), which Chromium has but TypeScript lacks. */
interface Battery {
  charging: boolean;
  level: number;
}

/** True if not known. */
export async function hasPower(): Promise<boolean> {
  try {
    const ask = Reflect.get(navigator, 'getBattery');
    if (typeof ask !== 'function') return true;
    const { charging, level } = (await ask.call(navigator)) as Battery;
    return charging || level >= LOW;
  } catch {
    return true;
  }
}
