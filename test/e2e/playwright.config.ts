import { defineConfig } from '@playwright/test';

/**
 * End-to-end tests: the shipping bundles in the first window host that is there (real Electron, else the Chromium window
 * host). No browser is downloaded: test/host finds the machine's own.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './global-setup.ts',
  // Emptied at the start: the other results of `npm test` are beside it.
  outputDir: '../../test-results/e2e',
  // One window at a time: each app has its own folder, but the machine may have few cores.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
});
