/** What the host is told by whoever starts it, through its environment. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../find-chromium.ts';

/** The app's folder: package.json and out/. TRIPKIT_HOST_APP names another than the checkout. */
export const appPath = process.env.TRIPKIT_HOST_APP ?? join(import.meta.dirname, '../../..');

export interface HostOptions {
  chromium: string;
  /** Whether the window is seen: there is a display, and nobody asked for none. */
  headed: boolean;
  /** Opens Chromium's debugging port, so that a test reaches the page. Any process of this machine could use it. */
  debuggable: boolean;
}

/** @throws Error where there is no Chromium */
export function hostOptions(env: NodeJS.ProcessEnv = process.env): HostOptions {
  const chromium = findChromium(env);
  if (!chromium) throw new Error('There is no Chromium here. Install one, or name one by CHROMIUM_PATH.');
  const display = process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return {
    chromium,
    headed: display && env.TRIPKIT_HOST_HEADLESS !== '1',
    debuggable: env.TRIPKIT_HOST_DEBUGGABLE === '1',
  };
}

/** Where Electron keeps an app's data by default (Electron docs, app.getPath, `appData`). */
export function defaultAppData(env: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support');
  if (process.platform === 'win32') return env.APPDATA ?? join(homedir(), 'AppData/Roaming');
  return env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
}
