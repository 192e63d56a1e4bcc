import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '..');

/** Tests that need a browser: all of them share one, and one build of the page. */
const window = ['test/unit/**/*window.test.ts'];
/** What `npm test` leaves to `npm run test:full`. */
const long = ['test/unit/**/*.long.test.{ts,tsx}'];
const longWindow = ['test/unit/**/*window.long.test.ts'];
/** Minutes of inputs. */
const slow = ['test/unit/fuzz/fuzz.test.ts'];
/**
 * What changes the process that a test runs in, or measures it. Files with none of it share two processes, which load the
 * modules under test once; each of the others has a process of its own.
 */
const OWN_PROCESS =
  /child_process|worker_threads|pdfjs-dist|globalThis|process\.(env|chdir|umask|on|once|memoryUsage|resourceUsage)\b|vi\.(mock|doMock|hoisted|spyOn|stub\w+|useFakeTimers|setSystemTime)\b/;
const isolated = globSync('test/unit/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
  OWN_PROCESS.test(readFileSync(join(root, file), 'utf8')),
);

const project = (name: string, include: string[], exclude: string[], isolate: boolean, more = {}) => ({
  extends: true as const,
  // Two cores are the least there is; each worker waits for timers and disks now and then.
  test: { name, include, exclude, isolate, pool: 'forks' as const, maxWorkers: 2, ...more },
});

/** Unit and integration tests: the real Node, real TLS, real files. The whole app in a window is test/e2e's (Playwright). */
export default defineConfig({
  root,
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Nothing may pass because it never ran.
    passWithNoTests: false,
    allowOnly: !process.env.CI,
    // What is waited for may be late on a busy machine; Vitest's own second is too short there.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: 'test/unit/patience.ts',
    projects: [
      project('unit', ['test/unit/**/*.test.{ts,tsx}'], [...window, ...long, ...slow, ...isolated], false),
      project('isolated', isolated, [...window, ...long, ...slow], true),
      project('slow', slow, [], true, { maxConcurrency: 10 }),
      project('window', window, [], false, { globalSetup: 'test/unit/renderer/harness/global-setup.ts' }),
      project('long', long, longWindow, true),
      project('window-long', longWindow, [], false, {
        globalSetup: 'test/unit/renderer/harness/global-setup.ts',
      }),
    ],
  },
});
