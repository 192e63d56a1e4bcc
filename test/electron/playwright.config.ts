import { defineConfig } from '@playwright/test';
import { playwrightSettings } from '../playwright-settings.ts';

/** The real-Electron suite (run.ts). */
export default defineConfig({
  ...playwrightSettings(120_000),
  testMatch: '**/*.electron.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results/electron',
  reporter: [['list']],
});
