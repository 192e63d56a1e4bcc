import type { BrowserWindow, RenderProcessGoneDetails } from 'electron';

/**
 * Tells when the process that draws the window's page is gone (Electron docs, webContents, 'render-process-gone'), until
 * the window itself is.
 */
export function onPageGone(
  window: Pick<BrowserWindow, 'isDestroyed'> & { webContents: Pick<BrowserWindow['webContents'], 'on'> },
  listener: (details: RenderProcessGoneDetails) => void,
): void {
  window.webContents.on('render-process-gone', (_event, details) => {
    // Out of the event: the page of a process that is just going can't be loaded yet.
    setImmediate(() => {
      if (!window.isDestroyed()) listener(details);
    });
  });
}
