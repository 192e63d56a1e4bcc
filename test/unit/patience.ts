/** Gives `vi.waitFor` the patience that the configuration gives `expect.poll`: it has no setting of its own. */
import { vi } from 'vitest';
import { patient } from '../patience.ts';

const { waitFor } = vi;

vi.waitFor = (callback, options = patient(20_000)) => waitFor(callback, options);
