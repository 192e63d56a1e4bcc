import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../../../host/find-chromium.ts';

export interface PeerBrowser {
  context: BrowserContext;
  profile: string;
  close(): Promise<void>;
}

/** The same Chromium with the same flags and the same window as the window host has, on a fresh profile. */
export async function startPeerBrowser(): Promise<PeerBrowser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium here.');
  const profile = mkdtempSync(join(tmpdir(), 'tripkit-bench-peer-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1280, height: 840 },
    chromiumSandbox: process.getuid?.() !== 0,
    acceptDownloads: false,
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  return {
    context,
    profile,
    close: async () => {
      await context.close().catch(() => {});
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
