/**
 * The app's own origins, all served by main/electron/app-protocol.ts. Chromium gives each a process of its own, because each
 * host is a site: `app://tripkit` is the library's page, `app://setup` the window of set-up, and each open document has one
 * that no other ever has, `app://documents-1`, `app://documents-2` and so on.
 */
export const APP_SCHEME = 'app';
export const APP_HOST = 'tripkit';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const SETUP_ORIGIN = `${APP_SCHEME}://setup`;

/** What runs on an origin of the app. */
export type AppPage = 'library' | 'setup' | 'documents';

const DOCUMENTS_HOST = /^documents-[1-9]\d{0,8}$/;

/** The origin of the document with this number, from 1. */
export function documentsOrigin(number: number): string {
  return `${APP_SCHEME}://documents-${number}`;
}

/** Which of the app's pages has the origin of `url`: exact scheme and host, no port, no user. Null for all others. */
export function appPageOf(url: string): AppPage | null {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== `${APP_SCHEME}:` || parsed.username !== '' || parsed.password !== '') return null;
  if (parsed.host === APP_HOST) return 'library';
  if (parsed.host === 'setup') return 'setup';
  return DOCUMENTS_HOST.test(parsed.host) ? 'documents' : null;
}

/** Whether `url` is on the origin of the library's page. */
export function isAppUrl(url: string): boolean {
  return appPageOf(url) === 'library';
}
