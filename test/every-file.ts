/** What holds in every test file: `vi.waitFor` has the patience of `expect.poll`, and what a test replaced comes back. */
import { afterEach, vi } from 'vitest';
import { patient } from './patience.ts';

const { waitFor } = vi;

vi.waitFor = (callback, options = patient(20_000)) => waitFor(callback, options);

// Files share a process: what a test puts in the place of something is gone after it.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
