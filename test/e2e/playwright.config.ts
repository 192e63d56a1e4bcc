import { defineConfig } from '@playwright/test';

/**
 * End-to-end tests: the shipping bundles in the first window host that is there (real Electron, else the Chromium window
 * host). No browser is downloaded: test/host finds the machine's own.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  // One window at a time: each app has its own folder, but the machine may have few cores.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // As for the unit tests; a test that needed its second try is named in the summary.
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
});
