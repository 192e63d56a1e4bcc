import { defineConfig } from 'vitest/config';

/** Unit and integration tests: the real Node, real TLS, real files. Windows are test/e2e's (Playwright). */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/unit/**/*.test.ts', 'test/unit/**/*.test.tsx'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // CI shares two noisy cores: a second try tells a late process from a broken one. At a desk there is none.
    retry: process.env.CI ? 1 : 0,
    // Nothing may pass because it never ran.
    passWithNoTests: false,
    allowOnly: !process.env.CI,
  },
});
