import { createStore } from 'zustand/vanilla';
import { readPreference, writePreference } from './preferences.ts';

export const themes = ['system', 'day', 'night'] as const;
export type Theme = (typeof themes)[number];

interface ThemeState {
  theme: Theme;
  /** Takes the next of system, day, night. */
  next(): void;
  /** Takes this one: the settings say so. */
  take(theme: Theme): void;
}

/** The window's theme; `start` shows it and follows the system while the choice is `system`. */
export const themeStore = createStore<ThemeState>()((set, get) => ({
  theme: 'system',
  next() {
    const theme = themes[(themes.indexOf(get().theme) + 1) % themes.length] ?? 'system';
    get().take(theme);
  },
  take(theme) {
    writePreference('theme', theme);
    if (theme !== get().theme) set({ theme });
  },
}));

/** Puts the theme on the page. Call once. */
export function startTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const { theme } = themeStore.getState();
    document.documentElement.dataset.theme = theme === 'system' ? (dark.matches ? 'night' : 'day') : theme;
  };
  dark.addEventListener('change', show);
  themeStore.subscribe(show);
  themeStore.setState({ theme: readPreference('theme', themes) ?? 'system' });
  show();
}
