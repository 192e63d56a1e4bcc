/**
 * Chromium keeps what a page has read for the client that watches its network: up to 100 MB a client, in the page's own
 * process (third_party/blink/renderer/core/inspector/inspector_network_agent.cc). The window host and its test are two
 * such clients, Electron has none; without this the memory of a page is theirs more than the app's.
 */
import type { Page } from 'playwright-core';

/** Bodies that a client may keep, bytes: of one response, and of all. */
const limits = { maxResourceBufferSize: 64 * 1024, maxTotalBufferSize: 1024 * 1024 };

/** What is needed of Playwright's inside (playwright-core 1.65, lib/coreBundle.js: CRPage, CRSession). */
interface Inside {
  delegate?: {
    _mainFrameSession?: { _client?: { send(method: string, params: object): Promise<unknown> } };
  };
}

/** Lets this Playwright keep next to nothing of what the page reads; the answer says whether it was told so. */
export async function forgetBodies(page: Page): Promise<boolean> {
  const { _connection: connection } = page as unknown as {
    _connection?: { toImpl?(part: Page): Inside | undefined };
  };
  const client = connection?.toImpl?.(page)?.delegate?._mainFrameSession?._client;
  if (!client) return false;
  await client.send('Network.enable', limits);
  return true;
}
