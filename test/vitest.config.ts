import { defineConfig } from 'vitest/config';

/** Tests that need a browser: all of them share one, and one build of the page. */
const window_ = ['test/unit/**/*window.test.ts'];
/** Tests that take minutes, in waits that the interface asks for or in builds of the whole app. */
const long = [
  'test/unit/headless/conformance.test.ts',
  'test/unit/campaign/campaign.test.ts',
  'test/unit/packaging/packing.test.ts',
];

/** Unit and integration tests: the real Node, real TLS, real files. The whole app in a window is test/e2e's (Playwright). */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    // Nothing may pass because it never ran.
    passWithNoTests: false,
    allowOnly: !process.env.CI,
    // What is waited for may be late on a busy machine; one second, the default, tells a late process from no broken one.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: 'test/unit/patience.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/unit/**/*.test.tsx'],
          exclude: [...window_, ...long],
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: long,
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'window',
          include: window_,
          globalSetup: 'test/unit/renderer/harness/global-setup.ts',
          pool: 'forks',
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
