/** Settings in memory, which listen and refuse as the real ones do (main/settings/settings.ts). */
import type { SettingsListener } from '../../main/settings/settings.ts';
import type { Settings, SettingsState } from '../../preload/contract.ts';

/** @param isFull whether the disk takes nothing */
export function memorySettings(start: SettingsState, isFull: () => boolean = () => false) {
  let values = { ...start.values };
  const listeners = new Set<SettingsListener>();
  const state = (): SettingsState => structuredClone({ ...start, values });
  return {
    state,
    change(patch: Partial<Settings>): void {
      if (isFull()) throw new Error('full');
      const before = values;
      values = { ...values, ...patch };
      try {
        for (const listener of listeners) listener(state(), before);
      } catch (error) {
        values = before;
        throw error;
      }
    },
    onChange(listener: SettingsListener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
