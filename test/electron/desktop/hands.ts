/** Keys and clicks as a person's: by the X server, so that the system's own windows get them too. Needs xdotool. */
import { execFile } from 'node:child_process';
import { expect } from '@playwright/test';

/** A window of the desktop, by its number in the X server. */
export type DesktopWindow = string;

/** How long a window may take to come or to go, ms. */
const WINDOW_MS = 20_000;

/** The visible windows with such a title. */
export async function windowsTitled(title: string): Promise<DesktopWindow[]> {
  // Without any it exits with 1.
  const found = await xdotool('search', '--onlyvisible', '--name', `^${title}$`).catch(() => '');
  return found.split('\n').filter((line) => line !== '');
}

/** Waits for a window with such a title, and gives it the keyboard. @throws Error where none comes */
export async function focusWindow(title: string): Promise<DesktopWindow> {
  const found = await xdotool('search', '--sync', '--onlyvisible', '--name', `^${title}$`);
  const [window = ''] = found.split('\n');
  await xdotool('windowactivate', '--sync', window);
  return window;
}

/** The title of the window that has the keyboard; empty where it has none. */
export const focusedTitle = () => xdotool('getwindowfocus', 'getwindowname');

/** Types text into the window that has the keyboard. */
export const type = (text: string) => xdotool('type', '--delay', '5', text);

/** Presses keys, by their names in X: `Return`, `Escape`, `ctrl+a`. */
export const press = (...keys: string[]) => xdotool('key', ...keys);

/**
 * Presses a key in a window of the system until that is gone: it takes none while it is being filled, and GTK's first Return may go to
 * the names that it offers. While another window has the keyboard the key is not pressed.
 */
export async function pressUntilGone(key: string, title: string): Promise<void> {
  await focusWindow(title);
  const pressed = async () => {
    if (new RegExp(`^${title}$`).test(await focusedTitle().catch(() => ''))) await press(key);
    return windowsTitled(title);
  };
  await expect.poll(pressed, { intervals: [500, 1_000, 2_000] }).toEqual([]);
}

/** Clicks at a point of a window, px from its upper left corner. */
export const click = (window: DesktopWindow, x: number, y: number) =>
  xdotool('mousemove', '--window', window, String(Math.round(x)), String(Math.round(y)), 'click', '1');

/** Does one thing with mouse or keys; what it says. Rejects where there is no display. @see xdotool(1) */
export function xdotool(...args: (string | number)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('xdotool', args.map(String), { timeout: WINDOW_MS }, (error, stdout) => {
      // Another window was closed while it looked at all of them.
      if (error?.message.includes('BadWindow') && args[0] === 'search') resolve(xdotool(...args));
      else if (error) reject(new Error(`xdotool ${args.join(' ')}: ${error.message}`));
      else resolve(stdout.trim());
    });
  });
}
