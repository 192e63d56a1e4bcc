/** The one origin whose pages may call the main process: `app://tripkit`, served by main/electron/app-protocol.ts. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'tripkit';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Whether `url` is on the app's own origin, exactly: scheme, host, no port, no user. An empty URL is not. */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null &&
    parsed.protocol === `${APP_SCHEME}:` &&
    parsed.host === APP_HOST &&
    parsed.username === '' &&
    parsed.password === ''
  );
}
