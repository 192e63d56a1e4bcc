/** What all window tests of a run share: one build of the page, served, and one Chromium. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumArgs } from '../../host/chromium-args.ts';
import { findHeadlessChromium } from '../../host/find-chromium.ts';
import { startPageServer } from './page-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the page, for example `${pageUrl}/?scenario=demo&speed=20`. */
    pageUrl: string;
    /** Where Playwright finds the browser. */
    browserUrl: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findHeadlessChromium();
  if (!executablePath)
    throw new Error('There is no Chromium here. Run: TRIPKIT_RUNTIME=chromium node test/runtime/provide.ts');
  const pages = await startPageServer();
  const browser = await chromium.launchServer({
    executablePath,
    args: [
      ...chromiumArgs,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  project.provide('pageUrl', pages.url);
  project.provide('browserUrl', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await pages.close();
  };
}
