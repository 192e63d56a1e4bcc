/**
 * Drives the packed app. Playwright's own launcher needs Node's inspector, which the fuses take away; Chromium's
 * debugging port is Chromium's own, so that the app's page is reached through it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, chromium, type Page } from 'playwright-core';
import { setupPageOf } from '../runtime/launched-app.ts';
import type { Program } from './programs.ts';

/** How long a cold start may take, ms. */
const START_MS = 90_000;

export interface PackagedWindow {
  page: Page;
  /** The page of the window of set-up, once it is open and drawn. */
  setupPage(): Promise<Page>;
  /** What the app wrote. */
  logs(): string;
  /** Resolves with the exit code once it has ended by itself. */
  ended: Promise<number | null>;
  kill(): Promise<void>;
}

/** Starts the packed app on a user-data folder; resolves when its page is loaded. Rejects with its log. */
export async function startPackaged(
  { file, args }: Program,
  userData: string,
  further: readonly string[] = [],
): Promise<PackagedWindow> {
  const child = spawn(file, [...args, '--remote-debugging-port=0', '--user-data', userData, ...further], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TRIPKIT_DEBUGGING: 'allow' },
  });
  let log = '';
  const endpoint = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      log += text;
      const found = /DevTools listening on (ws:\/\/\S+)/.exec(log)?.[1];
      if (found) endpoint.resolve(found);
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const failed = ended.then((code) => Promise.reject(new Error(`The app ended with ${code}:\n${log}`)));
  failed.catch(() => {});
  try {
    const browser = await chromium.connectOverCDP(
      await limited(Promise.race([endpoint.promise, failed]), () => log),
    );
    const page = await limited(Promise.race([firstPage(browser), failed]), () => log);
    return {
      page,
      setupPage: () => setupPageOf(page.context()),
      logs: () => log,
      ended,
      kill: () => kill(child, ended),
    };
  } catch (error) {
    await kill(child, ended);
    throw error;
  }
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (!context) throw new Error('The app has no session.');
  // At a first start the window of set-up is there as well.
  const isLibrary = (page: Page) => page.url().startsWith('app://tripkit/');
  const page = context.pages().find(isLibrary) ?? (await context.waitForEvent('page'));
  await page.waitForLoadState('load');
  return page;
}

async function kill(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await ended.catch(() => {});
}

function limited<T>(work: Promise<T>, log: () => string): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`The app’s window was not there after ${START_MS} ms:\n${log()}`));
    const timer = setTimeout(late, START_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
