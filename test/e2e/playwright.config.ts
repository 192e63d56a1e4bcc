import { defineConfig } from '@playwright/test';
import { playwrightSettings } from '../playwright-settings.ts';

/**
 * End-to-end tests: the shipping bundles in the first window host that is there (real Electron, else the Chromium window
 * host). No browser is downloaded: test/host finds the machine's own. `npm test` runs those that are tagged as journeys.
 */
export default defineConfig({
  ...playwrightSettings(180_000),
  testMatch: '**/*.e2e.ts',
  globalSetup: './global-setup.ts',
  // Emptied at the start: the other results of `npm test` are beside it.
  outputDir: '../../test-results/e2e',
  reporter: [['list']],
});
