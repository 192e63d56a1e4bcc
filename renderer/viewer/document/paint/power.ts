/** Whether the laptop can spare power for work that may wait. */

/** Below this share of its battery it can't, unless it is being charged. */
const LOW = 0.3;

/** As much of the Battery Status API as is needed (W3C); Chromium has it, TypeScript does not. */
interface Battery {
  charging: boolean;
  level: number;
}

/** True where it is not known. */
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
