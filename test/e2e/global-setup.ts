import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBrowser } from '../host/ensure-browser.ts';

const root = join(import.meta.dirname, '../..');

/** Builds the bundles that are tested, and makes sure of a host. TRIPKIT_E2E_BUILT=1: they were built just now. */
export default function globalSetup(): void {
  const host = ensureBrowser();
  if (!host) throw new Error('There is no window host for the end-to-end tests.');
  process.stdout.write(`Window host: ${host}\n`);
  if (process.env.TRIPKIT_E2E_BUILT === '1') return;
  const { status } = spawnSync(process.execPath, [join(root, 'build/bundle.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The bundles could not be built.');
}
