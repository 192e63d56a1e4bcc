/** Blocks what the app never needs, for every page and session (Electron docs, "Security", recommendations 5, 13, 14). */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type {
  App,
  BrowserWindow,
  RenderProcessGoneDetails,
  Session,
  WebContents,
  WebFrameMain,
} from 'electron';
import { APP_ORIGIN, APP_SCHEME, type AppPage, appPageOf, isAppUrl } from '../host/app-origin.ts';

/** Whether a page may load `url`: the app's own files and documents, and data made by the page itself. */
export function mayLoad(url: string): boolean {
  const made = url.startsWith('blob:') ? url.slice('blob:'.length) : url;
  return appPageOf(made) !== null || url.startsWith('data:');
}

/** What the browser process knows of the frame that asks. */
type AskingFrame = Pick<WebFrameMain, 'origin' | 'url' | 'parent'>;

/**
 * Whether a page asks for something of another origin of the app. Chromium knows no CORS for our scheme, so only a document's own policy
 * (CSP) would keep it from reading the library. Frames are navigations, which have guards of their own. Electron tells nobody of the
 * requests of a page's workers (tried in 33): so what the library's origin serves of a kit needs its id, or the token of a window.
 *
 * @param frame that asks; null or undefined if no frame does, or it is gone
 */
function asksElsewhere(url: string, resourceType: string, frame: AskingFrame | null | undefined): boolean {
  if (!frame || resourceType === 'mainFrame' || resourceType === 'subFrame') return false;
  if (url.startsWith('data:') || url.startsWith('blob:')) return false;
  // A page's first requests may arrive before the browser process knows that the frame shows it: the frame has no address yet. A frame
  // without one, made by a document, reaches no page but those of documents, which give nothing without a pass.
  if (frame.url === '') return frame.parent !== null && appPageOf(url) !== 'documents';
  return new URL(url).host !== URL.parse(frame.origin)?.host;
}

/** Whether a window that shows `page` may navigate to `url`: only to the first file of the same page, so a reload works. */
export function mayNavigate(url: string, page: AppPage | null = 'library'): boolean {
  if (page === null || appPageOf(url) !== page) return false;
  const { pathname } = new URL(url);
  return pathname === '/' || pathname === '/index.html';
}

/** Whether a frame of the window may navigate to `url`: only the library's page shows documents in frames. */
function mayFrame(url: string, page: AppPage | null): boolean {
  return page === 'library' && mayNavigate(url, 'documents');
}

/** The origin of what is printed (print-window.ts), and of Chromium's own PDF viewer, an extension that is part of it. */
export const PRINT_ORIGIN = `${APP_SCHEME}://print`;
export const PDF_VIEWER = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

/** Whether a page is Chromium's PDF viewer, or the window that shows it, and `url` is a part of either. Only print-window.ts opens these. */
function isViewersPart(url: string, page: string): boolean {
  const isPrinted = (one: string) => one.startsWith(`${PRINT_ORIGIN}/`) || one.startsWith(PDF_VIEWER);
  return isPrinted(page) && isPrinted(url);
}

/** The part of Electron's Session that is guarded. */
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
  // Full screen for reading is all that the app's own page may request.
  session.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(permission === 'fullscreen' && isMainFrame && isAppUrl(requestingUrl)),
  );
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // Electron downloads one from Google for every session, even if no page needs it, and bypasses request filters
  // (electron/electron issue 22995). Chromium's network does not know our scheme, so it refuses at once.
  session.setSpellCheckerDictionaryDownloadURL(`${APP_ORIGIN}/`);
  session.webRequest.onBeforeRequest(({ url, resourceType, frame }, answer) => {
    if (devtools && url.startsWith('devtools://')) return answer({ cancel: false });
    answer({ cancel: !mayLoad(url) || asksElsewhere(url, resourceType, frame) });
  });
  session.on('will-download', (event) => event.preventDefault());
}

/**
 * A proxy that does not exist: TCP must refuse to connect to a multicast address (RFC 9293, MUST-46), and this one is for
 * documentation (RFC 6676). A name would be looked up first.
 */
const NOWHERE = 'http://233.252.0.1:1';

/**
 * Closes the network for the pages of a session: requests are already refused (guardSession), but WebRTC makes none. Its
 * TCP uses the proxy, which does not exist; its UDP is off (guardContents).
 */
export async function closeNetwork(session: Pick<Session, 'setProxy'>): Promise<void> {
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: NOWHERE,
    // Otherwise Chromium would reach servers on this machine directly.
    proxyBypassRules: '<-loopback>',
  });
}

/** The part of a page that is guarded. */
export type GuardedContents = Pick<
  WebContents,
  'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy' | 'on' | 'getURL'
>;

/** Guards one page of any kind. about:blank and similar addresses trigger no event (`onPageGone` notices them). */
export function guardContents(contents: GuardedContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const page = () => appPageOf(contents.getURL());
  contents.on('will-navigate', (details) => {
    if (!mayNavigate(details.url, page())) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    const may = details.isMainFrame ? mayNavigate : mayFrame;
    const isViewers = !details.isMainFrame && isViewersPart(details.url, contents.getURL());
    if (!isViewers && !may(details.url, page())) details.preventDefault();
  });
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/**
 * Switch and value that stop pages from looking up names in advance (Blink's settings.json5): `<link rel=dns-prefetch>` is
 * checked by no policy, request filter or proxy.
 */
export const NO_NAMES_AHEAD = ['blink-settings', 'dnsPrefetchingEnabled=false'] as const;

/** Guards every session and page from its creation. Call before the app is ready. */
export function guardEverything(app: Pick<App, 'on' | 'isPackaged' | 'commandLine'>): void {
  app.commandLine.appendSwitch(...NO_NAMES_AHEAD);
  app.on('session-created', (session) => guardSession(session, !app.isPackaged));
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}

/**
 * Where Chromium stores data of pages, below the user data. Our pages store nothing: the main process keeps their choices. Code that V8
 * and the GPU compiled would be run as it is found, whoever wrote it, past the app's integrity check: it lasts for one run.
 */
const FOLDERS = [
  'blob_storage',
  'Cache',
  'Code Cache',
  'databases',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'File System',
  'GPUCache',
  'IndexedDB',
  'Local Storage',
  // Of sessions on disk: print-window.ts.
  'Partitions',
  'Service Worker',
  'Session Storage',
  'Shared Dictionary',
  'WebStorage',
] as const;

/**
 * Removes what pages and Chromium stored in the last run, for example by a compromised document. Call before the app is ready, while
 * Chromium does not use the files. Never throws: the next start removes what is left.
 *
 * @param user_data absolute
 */
export function dropWebStorage(user_data: string): void {
  for (const folder of FOLDERS) {
    try {
      rmSync(join(user_data, folder), { recursive: true, force: true });
    } catch {
      // In use, or the disk fails: others report that.
    }
  }
}

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
