/** Gives `vi.waitFor` the patience that the configuration gives `expect.poll`: it has no setting of its own. */
import { vi } from 'vitest';

const PATIENCE_MS = 20_000;
const { waitFor } = vi;

vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
