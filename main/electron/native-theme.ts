import { nativeTheme } from 'electron';
import type { Settings } from '../../preload/contract.ts';

const sources = { system: 'system', day: 'light', night: 'dark' } as const;

/**
 * Applies the theme to what the operating system draws: title bar, menus, dialogs. The page's `prefers-color-scheme`
 * follows, so its first paint has the theme before any of its code has run.
 */
export function followTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = sources[theme];
}
