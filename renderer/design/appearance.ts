import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Settings } from '../../preload/contract.ts';
import { readPreference, writePreference } from './preferences.ts';

/** Of the settings, those that change what is seen, but for the theme (theme.ts). */
export type Appearance = Pick<Settings, 'contrast' | 'local_hours' | 'airac_minutes'>;

/** The appearance in force; the page's own copy of it bridges the start, until the settings are known. */
export const appearanceStore = createStore<Appearance>()(() => ({
  contrast: 'system',
  local_hours: '24',
  airac_minutes: 0,
}));

/** The appearance, for parts that write times and cycles. */
export function useAppearance(): Appearance {
  return useStore(appearanceStore);
}

/** The settings say so. */
export function takeAppearance({ contrast, local_hours, airac_minutes }: Appearance): void {
  writePreference('contrast', contrast);
  writePreference('local_hours', local_hours);
  writePreference('airac_minutes', String(airac_minutes));
  const now = appearanceStore.getState();
  const same =
    now.contrast === contrast && now.local_hours === local_hours && now.airac_minutes === airac_minutes;
  if (!same) appearanceStore.setState({ contrast, local_hours, airac_minutes });
}

/** How long after 00:00 UTC of its date an AIRAC cycle takes effect, ms. */
export function airacHourMs(): number {
  return appearanceStore.getState().airac_minutes * 60_000;
}

/** Puts the contrast on the page, and follows the system while the choice is `system`. Call once. */
export function startAppearance(): void {
  const more = window.matchMedia('(prefers-contrast: more)');
  const show = () => {
    const { contrast } = appearanceStore.getState();
    document.documentElement.dataset.contrast =
      contrast === 'more' || (contrast === 'system' && more.matches) ? 'more' : 'normal';
  };
  more.addEventListener('change', show);
  appearanceStore.subscribe(show);
  const minutes = Number(readPreference('airac_minutes', null) ?? 0);
  appearanceStore.setState({
    contrast: readPreference('contrast', ['system', 'more'] as const) ?? 'system',
    local_hours: readPreference('local_hours', ['24', '12'] as const) ?? '24',
    airac_minutes: Number.isInteger(minutes) && minutes >= 0 && minutes < 1440 ? minutes : 0,
  });
  show();
}
