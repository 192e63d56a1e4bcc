import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { type DemoService, type DemoServiceOptions, startDemoService } from '../demo-service/demo-service.ts';
import { patient } from '../patience.ts';
import { JOURNEY } from '../playwright-settings.ts';
import { startDesktop } from '../runtime/desktop.ts';
import { type LaunchedApp, type LaunchOptions, launchApp } from '../runtime/launch.ts';
import { inSession } from '../runtime/session.ts';

/** Pages of the demo service's kits here. */
export const KIT_PAGES = 12;

/** A demo service and its two files as an airline's IT hands them out. */
export interface Demo {
  service: DemoService;
  profile: string;
  identity: string;
  passphrase: string;
}

interface Fixtures {
  /** A folder of this test alone. */
  folder: string;
  /** Starts the app on this test's user-data folder, or another; may be called again after a close or kill. */
  launch(options?: Partial<LaunchOptions>): Promise<LaunchedApp>;
  /** Starts a demo service that generates quickly. */
  demo(options?: DemoServiceOptions): Promise<Demo>;
}

async function start(options: LaunchOptions): Promise<LaunchedApp> {
  const app = await launchApp(options);
  // What does not come is told where it was waited for, not at the end of the whole test.
  app.page.setDefaultTimeout(patient(60_000));
  return app;
}

async function startDemo(folder: string, options: DemoServiceOptions): Promise<Demo> {
  const service = await startDemoService({
    generation_ms: { from: 1_000, to: 1_500 },
    earliest_poll_ms: 'in_proportion',
    pages_max: KIT_PAGES,
    ...options,
  });
  const files = join(folder, 'from-it');
  await mkdir(files, { recursive: true });
  const profile = join(files, 'profile.json');
  const identity = join(files, 'identity.p12');
  await writeFile(profile, JSON.stringify(service.profile));
  await writeFile(identity, service.identity.p12);
  return { service, profile, identity, passphrase: service.identity.passphrase };
}

async function keepOfFailed(app: LaunchedApp, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return;
  await info.attach('app.log', { body: app.logs(), contentType: 'text/plain' });
  const path = info.outputPath('window.png');
  const picture = await app.page.screenshot({ path }).catch(() => null);
  if (picture) await info.attach('window', { path, contentType: 'image/png' });
}

export const test = base.extend<Fixtures, { workerDesktop: undefined }>({
  // Windows on one display take the focus from each other. The session's own desktop is the first worker's.
  workerDesktop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, { parallelIndex }) => {
      if (parallelIndex === 0 || !inSession()) return use(undefined);
      const folder = await mkdtemp(join(tmpdir(), 'tripkit-desktop-'));
      const desktop = await startDesktop(folder, 'own');
      Object.assign(process.env, desktop.env);
      await use(undefined);
      desktop.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tripkit-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  launch: async ({ folder }, use, info) => {
    const apps: LaunchedApp[] = [];
    await use(async (options = {}) => {
      const app = await start({ userData: join(folder, 'user-data'), ...options });
      apps.push(app);
      return app;
    });
    const last = apps.at(-1);
    if (last) await keepOfFailed(last, info);
    for (const app of apps) await app.kill();
  },
  demo: async ({ folder }, use) => {
    const services: DemoService[] = [];
    await use(async (options = {}) => {
      const it = await startDemo(folder, options);
      services.push(it.service);
      return it;
    });
    for (const service of services) await service.close();
  },
});

/** An app that the tests of a file share. */
interface Shared<T> {
  app: LaunchedApp;
  userData: string;
  /** What was prepared in it. */
  given: T;
}

/**
 * One app for all tests of a file, which then run one after the other: each start costs seconds of the processor. After a test
 * that failed the next has a new one.
 */
export function shareApp<T>(
  prepare: (app: LaunchedApp, demo: () => Promise<Demo>) => Promise<T>,
): () => Shared<T> {
  let shared: Shared<T> | null = null;
  const ends: (() => Promise<unknown>)[] = [];
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tripkit-e2e-'));
    ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const userData = join(folder, 'user-data');
    const app = await start({ userData });
    ends.push(() => app.kill());
    const demo = async () => {
      const it = await startDemo(folder, {});
      ends.push(() => it.service.close());
      return it;
    };
    shared = { app, userData, given: await prepare(app, demo) };
  });
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  test.afterEach(async ({}, info) => {
    if (shared) await keepOfFailed(shared.app, info);
  });
  test.afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return () => {
    if (!shared) throw new Error('There is no shared app outside a test.');
    return shared;
  };
}

export { expect, JOURNEY };
