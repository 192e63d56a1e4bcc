/**
 * The app's own origins, all served by main/electron/app-protocol.ts. Each host is a site, so Chromium gives each its own
 * process: `app://tripkit` is the library's page, `app://setup` the set-up window, and each open document has its own,
 * never reused: `app://documents-1`, `app://documents-2` and so on.
 */
export const APP_SCHEME = 'app';
export const APP_HOST = 'tripkit';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const SETUP_ORIGIN = `${APP_SCHEME}://setup`;

/** The pages of the app, by origin. */
export type AppPage = 'library' | 'setup' | 'documents';

const DOCUMENTS_HOST = /^documents-[1-9]\d{0,8}$/;

/** The origin of the document with this number, from 1. */
export function documentsOrigin(number: number): string {
  return `${APP_SCHEME}://documents-${number}`;
}

/** The app's page with the origin of `url`: exact scheme and host, no port, no user. Null for all other URLs. */
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
