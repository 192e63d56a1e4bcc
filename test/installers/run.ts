/**
 * `npm run test:installers`: the deb and the rpm in a clean system of this machine's release (clean-system.ts). It takes some
 * minutes, root, Debian or Ubuntu, and apt's mirror. Elsewhere nothing is run, which is said, and the exit code is 3.
 *
 *     --required      what can't be run is a failure (1): for CI
 *     WORDS           only tests whose name holds them
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packApp } from '../electron/pack-app.ts';
import { provideBundles } from '../runtime/bundles.ts';
import { installPackages, isDebian, isOnPath, isRoot } from '../runtime/packages.ts';
import { provideRuntime } from '../runtime/provide.ts';
import { wantedKinds } from '../runtime/runtime.ts';

const NOTHING_RUN = 3;
/** Programs with Debian's packages. */
const tools = [
  ['debootstrap', 'debootstrap'],
  ['rpmbuild', 'rpm'],
  ['mksquashfs', 'squashfs-tools'],
  ['Xvfb', 'xvfb'],
] as const;

const root = join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { required: { type: 'boolean', default: false } },
});

const outcome = await main();
if (typeof outcome === 'string') process.stdout.write(`${outcome} Nothing was run.\n`);
process.exitCode = typeof outcome === 'number' ? outcome : values.required ? 1 : NOTHING_RUN;

/** The exit code of the tests, or why there are none here. */
async function main(): Promise<number | string> {
  if (!isDebian()) return 'Packages for Linux are tried in a system of Debian or Ubuntu, by such a system.';
  if (!isRoot()) return 'Only root can set up a system in a folder.';
  const missing = tools.filter(([program]) => !isOnPath(program));
  if (missing.length > 0) installPackages(missing.map(([, name]) => name));
  const lacking = tools.filter(([program]) => !isOnPath(program)).map(([, name]) => name);
  if (lacking.length > 0) return `This machine lacks ${lacking.join(', ')}.`;
  const runtime = await provideRuntime(
    wantedKinds().filter((kind) => kind !== 'chromium'),
    'session',
  );
  if (!runtime) return 'Electron is not here.';
  process.stdout.write(`Runtime: ${runtime.name}\n`);
  await provideBundles(runtime);
  const packed = packApp(runtime);
  if (!packed) return 'electron-builder failed.';
  const words = positionals.length > 0 ? ['--grep', positionals.join(' ')] : [];
  const args = ['test', '--config', 'test/installers/playwright.config.ts', ...words];
  return (
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        TRIPKIT_PACKAGED: packed,
      },
    }).status ?? 1
  );
}
