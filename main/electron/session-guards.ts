/** Shuts what the app never needs, for every page and session (Electron docs, "Security", recommendations 5, 13, 14). */
import type { App, Session, WebContents } from 'electron';
import { APP_ORIGIN, type AppPage, appPageOf, isAppUrl } from '../host/app-origin.ts';

/** Whether a page may load `url`: the app's own files and documents, and data that the page made itself. */
export function mayLoad(url: string): boolean {
  const made = url.startsWith('blob:') ? url.slice('blob:'.length) : url;
  return appPageOf(made) !== null || url.startsWith('data:');
}

/** Whether a window that shows `page` may navigate to `url`: the first file of the same page, so that a reload works. */
export function mayNavigate(url: string, page: AppPage | null = 'library'): boolean {
  if (page === null || appPageOf(url) !== page) return false;
  const { pathname } = new URL(url);
  return pathname === '/' || pathname === '/index.html';
}

/** Whether a frame of the window may navigate to `url`: the library's page shows documents in frames, nothing else does. */
function mayFrame(url: string, page: AppPage | null): boolean {
  return page === 'library' && mayNavigate(url, 'documents');
}

/** As much of Electron's Session as is guarded. */
export type GuardedSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerDictionaryDownloadURL'
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
  // Electron fetches one from Google for every session, whether a page wants it or not, and no request filter is asked
  // (electron/electron issue 22995). Chromium's network knows no scheme of ours, so that it refuses at once.
  session.setSpellCheckerDictionaryDownloadURL(`${APP_ORIGIN}/`);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !(mayLoad(url) || (devtools && url.startsWith('devtools://'))) });
  });
  session.on('will-download', (event) => event.preventDefault());
}

/**
 * A proxy that is nowhere: TCP must refuse to open a connection to a multicast address (RFC 9293, MUST-46), and this one belongs
 * to documentation (RFC 6676). A name would be looked up first.
 */
const NOWHERE = 'http://233.252.0.1:1';

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
export type GuardedContents = Pick<
  WebContents,
  'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy' | 'on' | 'getURL'
>;

/** Guards one page, whatever kind it is. Before about:blank and its like nobody is asked: page-gone.ts sees them. */
export function guardContents(contents: GuardedContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const page = () => appPageOf(contents.getURL());
  contents.on('will-navigate', (details) => {
    if (!mayNavigate(details.url, page())) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    const may = details.isMainFrame ? mayNavigate : mayFrame;
    if (!may(details.url, page())) details.preventDefault();
  });
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/**
 * Switch and value by which no page has names looked up ahead (Blink's settings.json5): `<link rel=dns-prefetch>` asks neither a
 * policy nor the filter of requests nor the proxy.
 */
export const NO_NAMES_AHEAD = ['blink-settings', 'dnsPrefetchingEnabled=false'] as const;

/** Guards every session and page from the moment that they come to be. Call before the app is ready. */
export function guardEverything(app: Pick<App, 'on' | 'isPackaged' | 'commandLine'>): void {
  app.commandLine.appendSwitch(...NO_NAMES_AHEAD);
  app.on('session-created', (session) => guardSession(session, !app.isPackaged));
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}
