import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { compileCache } from './compile-cache.ts';
import { patient } from './patience.ts';

const root = join(import.meta.dirname, '..');

/** Tests that need a browser: all of them share one, and one build of the page. */
const window = ['test/**/*window.test.ts'];
/** What `npm test` leaves to `npm run test:full`. */
const long = ['test/**/*.long.test.{ts,tsx}'];
const longWindow = ['test/**/*window.long.test.ts'];
/** What takes over a second of processor: `npm run check` leaves it to `npm test`. */
const slow = ['test/**/*.slow.test.{ts,tsx}'];
/** What measures the processor time of a thread: nothing runs beside it. */
const cpu = ['test/**/*.cpu.test.ts'];
/**
 * Node strips types by WebAssembly, in each worker thread too. V8 can crash where one thread ends while another optimizes a wrapper of the
 * same module (SIGSEGV in WasmEngine::FreeDeadCode), so in tests, which run from source, wrappers stay as they are.
 */
const execArgv = ['--wasm-wrapper-tiering-budget=2000000000'];
/** What changes the process that a test runs in, or measures it, has one of its own. All others share three, which load the modules under test once. */
const isolated = ['test/**/*.isolated.test.{ts,tsx}'];

const project = (name: string, include: string[], exclude: string[], isolate: boolean, more = {}) => ({
  extends: true as const,
  // Two cores are the least there is. A third worker has them while another one waits for timers, disks or processes.
  test: { name, include, exclude, isolate, pool: 'forks' as const, execArgv, maxWorkers: 3, ...more },
});

const inBrowser = {
  globalSetup: 'test/window/harness/global-setup.ts',
  testTimeout: patient(240_000),
};

/** Unit and integration tests: the real Node, real TLS, real files. The whole app in a window is test/e2e's (Playwright). */
export default defineConfig({
  root,
  test: {
    env: compileCache,
    testTimeout: patient(120_000),
    hookTimeout: patient(60_000),
    // Nothing may pass because it never ran.
    passWithNoTests: false,
    allowOnly: !process.env.CI,
    // What is waited for may be late on a busy machine; Vitest's own second is too short there.
    expect: { poll: { timeout: patient(20_000) } },
    setupFiles: 'test/every-file.ts',
    projects: [
      project('unit', ['test/**/*.test.{ts,tsx}'], [...window, ...long, ...cpu, ...slow, ...isolated], false),
      project('slow', slow, [], false),
      project('isolated', isolated, [], true),
      project('cpu', cpu, [], true, { maxWorkers: 1 }),
      project('window', window, [], false, inBrowser),
      project('long', long, longWindow, true, { testTimeout: patient(400_000) }),
      project('window-long', longWindow, [], false, inBrowser),
    ],
  },
});
