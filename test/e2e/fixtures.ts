import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
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
      const app = await launchApp({ userData: join(folder, 'user-data'), ...options });
      apps.push(app);
      // What does not come is told where it was waited for, not at the end of the whole test.
      app.page.setDefaultTimeout(patient(60_000));
      return app;
    });
    const last = apps.at(-1);
    if (last && info.status !== info.expectedStatus) {
      await info.attach('app.log', { body: last.logs(), contentType: 'text/plain' });
      const path = info.outputPath('window.png');
      const picture = await last.page.screenshot({ path }).catch(() => null);
      if (picture) await info.attach('window', { path, contentType: 'image/png' });
    }
    for (const app of apps) await app.kill();
  },
  demo: async ({ folder }, use) => {
    const services: DemoService[] = [];
    await use(async (options = {}) => {
      const service = await startDemoService({
        generation_ms: { from: 1_000, to: 1_500 },
        earliest_poll_ms: 'in_proportion',
        pages_max: KIT_PAGES,
        ...options,
      });
      services.push(service);
      const files = join(folder, 'from-it');
      await mkdir(files, { recursive: true });
      const profile = join(files, 'profile.json');
      const identity = join(files, 'identity.p12');
      await writeFile(profile, JSON.stringify(service.profile));
      await writeFile(identity, service.identity.p12);
      return { service, profile, identity, passphrase: service.identity.passphrase };
    });
    for (const service of services) await service.close();
  },
});

export { expect, JOURNEY };
