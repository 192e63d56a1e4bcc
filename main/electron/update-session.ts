/** The updater's way to the network, in a session of its own: the only one of Electron's that reaches a server. */
import type { Session } from 'electron';
import { mayAskForUpdates } from '../updates/feed.ts';

/**
 * Opens the session `electron-updater`, which the guards shut as they shut every other (session-guards.ts), for updates
 * alone: https, or this machine itself where the feed is there. A redirect counts as a request of its own. Proxies are the
 * system's. The session is in memory: it keeps no cookies and no cache.
 */
export async function openForUpdates(
  session: Pick<Session, 'webRequest' | 'setProxy'>,
  feed: URL,
): Promise<void> {
  // There is one listener of each kind: this one takes the place of the guard's.
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !(mayAskForUpdates(url) && new URL(url).protocol === feed.protocol) });
  });
  await session.setProxy({ mode: 'system' });
}
