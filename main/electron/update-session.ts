import type { Session } from 'electron';
import { mayAskForUpdates } from '../updates/feed.ts';

/**
 * Opens the updater's own session, which session-guards.ts closes, for updates only: https, or this machine if the feed is
 * there. A redirect is a separate request. Proxies are the system's; nothing is kept on disk.
 */
export async function openForUpdates(
  session: Pick<Session, 'webRequest' | 'setProxy'>,
  feed: URL,
): Promise<void> {
  // Only one listener per kind is possible: this one replaces that of session-guards.ts.
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !(mayAskForUpdates(url) && new URL(url).protocol === feed.protocol) });
  });
  await session.setProxy({ mode: 'system' });
}
