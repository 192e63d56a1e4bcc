import type { Session } from 'electron';
import { mayAskForUpdates } from '../updates/feed.ts';

/**
 * Opens the updater's own session, which the guards shut (session-guards.ts), for updates alone: https, or this machine
 * where the feed is there. A redirect is a request of its own. Proxies are the system's; nothing is kept on disk.
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
