import { once } from 'node:events';
import type { BrowserWindow } from 'electron';
import { abortable } from '../common/wait.ts';

/** Most time that a busy page holds up the end of its window, ms. */
const BUSY_MS = 3_000;
/** Most time for a window to close, ms. */
const CLOSE_MS = BUSY_MS + 1_000;
/** Apart from the page's own scripts. */
const WORLD = 1;

/**
 * Has a window close only once its page is free. As it goes, the page stores what a person is writing (`pagehide`); Chromium gives it
 * half a second for that (content, kUnloadTimeoutInMilliseconds), so a busy page would lose it. Call after all that may prevent closing.
 */
export function closeOnceFree(window: BrowserWindow): void {
  const { webContents } = window;
  let isFree = false;
  window.on('close', (event) => {
    if (isFree || event.defaultPrevented || webContents.isCrashed() || webContents.isLoadingMainFrame())
      return;
    event.preventDefault();
    const answer = webContents.executeJavaScriptInIsolatedWorld(WORLD, [{ code: '0' }]);
    abortable(answer, AbortSignal.timeout(BUSY_MS))
      .catch(() => {})
      .then(() => {
        isFree = true;
        if (!window.isDestroyed()) window.close();
      });
  });
}

/** Closes these windows; resolves once they are closed. */
export async function closeAll(windows: readonly BrowserWindow[]): Promise<void> {
  await Promise.all(
    windows.map(async (window) => {
      const closed = once(window, 'closed');
      window.close();
      await abortable(closed, AbortSignal.timeout(CLOSE_MS)).catch(() => window.destroy());
    }),
  );
}
