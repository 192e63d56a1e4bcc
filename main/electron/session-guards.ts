/** Shuts what the app never needs, for every page and session (Electron docs, "Security", recommendations 5, 13, 14). */
import type { App, Session, WebContents } from 'electron';
import { APP_ORIGIN, isAppUrl } from '../ipc/app-origin.ts';

/** Whether a page may load `url`: the app's own files and documents, and data that the page made itself. */
export function mayLoad(url: string): boolean {
  return isAppUrl(url) || url.startsWith(`blob:${APP_ORIGIN}/`) || url.startsWith('data:');
}

/** Whether a window may navigate to `url`: the app's one page, so that a reload works. */
export function mayNavigate(url: string): boolean {
  if (!isAppUrl(url)) return false;
  const { pathname } = new URL(url);
  return pathname === '/' || pathname === '/index.html';
}

/** As much of Electron's Session as is guarded. */
export type GuardedSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'webRequest'
  | 'on'
>;

/**
 * Guards one session.
 * @param devtools whether the developer tools' own pages may load (never in the packaged app)
 */
export function guardSession(session: GuardedSession, devtools: boolean): void {
  // Reading in full screen is all that the app's own page may ask for.
  session.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(permission === 'fullscreen' && isMainFrame && isAppUrl(requestingUrl)),
  );
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !(mayLoad(url) || (devtools && url.startsWith('devtools://'))) });
  });
  session.on('will-download', (event) => event.preventDefault());
}

/** A proxy that is nowhere: names under .invalid never resolve (RFC 6761, section 6.4). */
const NOWHERE = 'http://tripkit.invalid:1';

/**
 * Leaves the pages of a session no way to the network: requests are refused already (guardSession), but WebRTC makes none.
 * Its TCP goes through the proxy, which is nowhere; its UDP is off (guardContents).
 */
export async function closeNetwork(session: Pick<Session, 'setProxy'>): Promise<void> {
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: NOWHERE,
    // Else Chromium would reach this machine's own servers directly.
    proxyBypassRules: '<-loopback>',
  });
}

/** As much of a page as is guarded. */
export type GuardedContents = Pick<WebContents, 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy' | 'on'>;

/** Guards one page, whatever kind it is. Before about:blank and its like nobody is asked: page-gone.ts sees them. */
export function guardContents(contents: GuardedContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (details) => {
    if (!mayNavigate(details.url)) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    // The app's page has no frames within it.
    if (!details.isMainFrame || !mayNavigate(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Guards every session and page from the moment that they come to be. Call before the app is ready. */
export function guardEverything(app: Pick<App, 'on' | 'isPackaged'>): void {
  app.on('session-created', (session) => guardSession(session, !app.isPackaged));
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}
