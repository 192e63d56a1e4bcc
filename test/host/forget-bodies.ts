/**
 * Chromium keeps what a page has read for the client that watches its network: up to 100 MB a client, in the page's own
 * process (third_party/blink/renderer/core/inspector/inspector_network_agent.cc). The window host and its test are two
 * such clients, Electron has none; without this the memory of a page is theirs more than the app's.
 */
import type { Page } from 'playwright-core';

/** Bodies that a client may keep, bytes: of one response, and of all. */
const limits = { maxResourceBufferSize: 64 * 1024, maxTotalBufferSize: 1024 * 1024 };

/** Playwright's connection to one target: a page, a frame in a process of its own, a worker. */
interface Session {
  send(method: string, params?: object): Promise<unknown>;
}

/** What is needed of Playwright's inside (playwright-core 1.65, lib/coreBundle.js: CRPage, CRSession). */
interface Inside {
  delegate?: { _mainFrameSession?: { _client?: Session } };
}

/** The kinds of session (prototypes) that know of the limits. */
const limited = new WeakSet<object>();

/**
 * Lets this Playwright keep next to nothing of what the page reads, and from now on of what any frame or worker reads that it
 * meets: pages of documents are frames in processes of their own, and come later. The answer says whether it was told so.
 */
export async function forgetBodies(page: Page): Promise<boolean> {
  const { _connection: connection } = page as unknown as {
    _connection?: { toImpl?(part: Page): Inside | undefined };
  };
  const client = connection?.toImpl?.(page)?.delegate?._mainFrameSession?._client;
  if (!client) return false;
  limit(Object.getPrototypeOf(client) as Session);
  await client.send('Network.enable');
  return true;
}

/** Has every session of this kind that watches the network name the limits. */
function limit(sessions: Session): void {
  if (limited.has(sessions)) return;
  limited.add(sessions);
  const { send } = sessions;
  sessions.send = function (this: Session, method, params) {
    return send.call(this, method, method === 'Network.enable' ? { ...limits, ...params } : params);
  };
}
