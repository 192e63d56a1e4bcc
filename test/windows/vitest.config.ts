import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { patient } from '../patience.ts';

/** Tests in Wine (run.ts): one after the other, because they have one Windows. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/windows/*.windows.ts'],
    fileParallelism: false,
    allowOnly: !process.env.CI,
    testTimeout: patient(300_000),
    hookTimeout: patient(300_000),
    expect: { poll: { timeout: patient(60_000), interval: 100 } },
  },
});
