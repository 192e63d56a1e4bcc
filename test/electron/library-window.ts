import type { BrowserWindow } from 'electron';
import type { JSHandle } from 'playwright-core';
import type { LaunchedApp } from '../runtime/launched-app.ts';

/** The library's window, as the main process has it. @throws Error where the app is not in Electron */
export function libraryWindow({ electron, page }: LaunchedApp): Promise<JSHandle<BrowserWindow>> {
  if (!electron) throw new Error('This needs real Electron.');
  return electron.browserWindow(page);
}
