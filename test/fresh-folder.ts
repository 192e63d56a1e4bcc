import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder of the test that runs. It is removed after the test and its afterEach hooks. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tripkit-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
