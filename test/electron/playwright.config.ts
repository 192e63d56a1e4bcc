import { defineConfig } from '@playwright/test';

/** The real-Electron suite (run.ts): one app at a time, no second tries, no browser of Playwright's own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.electron.ts',
  outputDir: '../../test-results/electron',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
});
