import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { appearanceNames } from '../../main/settings/rules/choices.ts';
import type { Appearance } from '../../preload/contract.ts';
import { choicesStore, readPageStart } from './choices.ts';

export type Theme = Appearance['theme'];

export const themes = ['system', 'day', 'night'] as const satisfies readonly Theme[];

interface AppearanceState extends Appearance {
  /** Whether it is night in this window: in cockpit mode, by the theme, or by the system where the theme follows it. */
  night: boolean;
}

/** The appearance in force: of the settings as the page had them at its start, until they are known. */
export const appearanceStore = createStore<AppearanceState>()(() => ({
  theme: 'system',
  contrast: 'system',
  local_hours: '24',
  airac_minutes: 0,
  cockpit: false,
  single_keys: true,
  night: false,
}));

/** The appearance, for parts that write times and cycles. */
export function useAppearance(): AppearanceState {
  return useStore(appearanceStore);
}

/** The settings say so, or the person just now. What is absent stays as it is. */
export function takeAppearance(change: Partial<Appearance>): void {
  const now = appearanceStore.getState();
  const changed = appearanceNames.filter((name) => change[name] !== undefined && change[name] !== now[name]);
  if (changed.length === 0) return;
  const next = { ...now, ...Object.fromEntries(changed.map((name) => [name, change[name]])) };
  appearanceStore.setState({ ...next, night: isNight(next) });
}

/** How long after 00:00 UTC of its date an AIRAC cycle takes effect, ms. */
export function airacHourMs(): number {
  return appearanceStore.getState().airac_minutes * 60_000;
}

/** Puts theme, contrast and cockpit mode on the page, and follows the system while the choice is `system`. Call once. */
export function startAppearance(): void {
  const more = window.matchMedia('(prefers-contrast: more)');
  const show = () => {
    const { contrast, night, cockpit } = appearanceStore.getState();
    const { dataset, style } = document.documentElement;
    dataset.theme = night ? 'night' : 'day';
    dataset.cockpit = cockpit ? 'on' : 'off';
    style.setProperty('--cockpit-light', String(choicesStore.getState().cockpit_brightness / 100));
    dataset.contrast = contrast === 'more' || (contrast === 'system' && more.matches) ? 'more' : 'normal';
  };
  more.addEventListener('change', show);
  systemDark()?.addEventListener('change', () =>
    appearanceStore.setState((now) => ({ night: isNight(now) })),
  );
  appearanceStore.subscribe(show);
  choicesStore.subscribe(show);
  const start = readPageStart()?.appearance;
  appearanceStore.setState({
    ...start,
    night: isNight({ theme: start?.theme ?? 'system', cockpit: start?.cockpit ?? false }),
  });
  show();
}

function isNight({ theme, cockpit }: Pick<Appearance, 'theme' | 'cockpit'>): boolean {
  return cockpit || theme === 'night' || (theme === 'system' && systemDark()?.matches === true);
}

/** The operating system's theme; the window's own, too, where the main process has set it (main/electron/desktop.ts). */
function systemDark(): MediaQueryList | null {
  return typeof window === 'undefined' ? null : window.matchMedia('(prefers-color-scheme: dark)');
}
