/** What the configurations of the Playwright suites share. */
import { availableParallelism } from 'node:os';
import { compileCache } from './compile-cache.ts';
import { patient } from './patience.ts';
import { findRuntime } from './runtime/runtime.ts';
import { inSession } from './runtime/session.ts';

Object.assign(process.env, compileCache);

/** Marks the end-to-end tests of `npm test`: what a person would miss first. The others run in `npm run test:full`. */
export const JOURNEY = '@journey';

/** Windows of real Electron share a person's desktop, and its focus; in a session each worker has a desktop of its own. */
const haveOwnDesktops = () => inSession() || findRuntime()?.kind === 'chromium';

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Linux',
  darwin: 'macOS',
  win32: 'Windows',
};

/** The window host without its further versions: `Electron 33`. */
function placeName(): string {
  return /^Electron \d+/.exec(findRuntime()?.name ?? '')?.[0] ?? 'the Chromium window host';
}

/** @param testMs how long a test may take on a quiet machine, ms; what it waits for, a quarter of that */
export const playwrightSettings = (testMs: number) => ({
  testDir: '.',
  // One more than the two cores that are the least there is: tests wait for kits, starts and disks now and then.
  workers: haveOwnDesktops() ? Math.min(3, availableParallelism() + 1) : 1,
  // Each test has folders and an app of its own, so those of a file need not be of one worker.
  fullyParallel: true,
  // Node strips the types itself. Playwright's compiler keeps its results by path, and a session's copy has a new one each time.
  build: { external: ['**/*.ts'] },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Kept in the report: the papers for EFB approvals say where their proofs ran.
  metadata: { place: `${placeName()} on ${SYSTEMS[process.platform] ?? process.platform}` },
  timeout: patient(testMs),
  expect: { timeout: patient(testMs / 4) },
});
