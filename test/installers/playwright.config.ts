import { defineConfig } from '@playwright/test';

/** Installers on clean systems (run.ts): one after the other, no second tries. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.installers.ts',
  outputDir: '../../test-results/installers',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
});
