import type { BrowserWindow, RenderProcessGoneDetails } from 'electron';
import type { AppPage } from '../host/app-origin.ts';
import { mayNavigate } from './session-guards.ts';

/** Why a window has no page of the app: its process ended, or the page `left` for another address. */
export interface PageGone {
  reason: RenderProcessGoneDetails['reason'] | 'left';
  exitCode: number;
}

/** net::ERR_ABORTED: a load was stopped or refused; the previous page is still there. */
const ABORTED = -3;

/**
 * Calls `listener` when the window has lost its page: its process has ended (Electron docs, webContents,
 * 'render-process-gone'), or the page has left for about:blank, a blocked address shown as that, or about:srcdoc, for which
 * neither 'will-navigate' nor 'will-frame-navigate' is sent.
 */
export function onPageGone(
  window: Pick<BrowserWindow, 'isDestroyed'> & { webContents: Pick<BrowserWindow['webContents'], 'on'> },
  page: AppPage,
  listener: (details: PageGone) => void,
): void {
  // Outside the event: a page can't be loaded during a navigation, or for a process that is ending.
  const tell = (details: PageGone) =>
    setImmediate(() => {
      if (!window.isDestroyed()) listener(details);
    });
  const left = (url: string) => {
    if (!mayNavigate(url, page)) tell({ reason: 'left', exitCode: 0 });
  };
  const { webContents } = window;
  webContents.on('render-process-gone', (_event, details) => tell(details));
  webContents.on('did-navigate', (_event, url) => left(url));
  webContents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) left(url);
  });
}
