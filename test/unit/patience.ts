/** What holds in every test file: `vi.waitFor` has the patience of `expect.poll`, which has no setting of its own; real clocks come back. */
import { afterEach, vi } from 'vitest';
import { patient } from '../patience.ts';

const { waitFor } = vi;

vi.waitFor = (callback, options = patient(20_000)) => waitFor(callback, options);

// Files share a process: no clock of a test goes on in the next.
afterEach(() => {
  vi.useRealTimers();
});
