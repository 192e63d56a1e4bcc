/**
 * `npm run test:electron`: what only real Electron shows. Needs Electron's runtime (`npx install-electron`, or
 * ELECTRON_OVERRIDE_DIST_PATH). Without it nothing is run, which is said, and the exit code is 3.
 *
 *     --required      a missing runtime is a failure (1): for CI
 *     --app FILE      the program of an installed or packed app; default: one is packed now, unsigned, into dist/electron/
 *     --only NAME     one part of the suite: packaged, tls, main
 *     --rehearse      runs the parts that Node can rehearse (tls, without Electron), to try the suite itself
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron } from '../host/find-electron.ts';

const NOTHING_RUN = 3;
const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    required: { type: 'boolean', default: false },
    rehearse: { type: 'boolean', default: false },
    app: { type: 'string' },
    only: { type: 'string' },
  },
});

process.exitCode = main();

function main(): number {
  if (values.rehearse) return suite('tls', { TRIPKIT_ELECTRON_REHEARSAL: '1' });
  const electron = findElectron();
  if (!electron && !values.app) {
    process.stdout.write(
      'Electron is not here: nothing was run. Get it by "npx install-electron", or name its folder in ELECTRON_OVERRIDE_DIST_PATH.\n',
    );
    return values.required ? 1 : NOTHING_RUN;
  }
  const parts = values.only ?? '';
  if (parts === 'tls' || parts === 'main') return suite(parts, {});
  const packaged = values.app ? resolve(values.app) : pack(electron ?? '');
  if (packaged === null || !existsSync(packaged)) {
    process.stderr.write(`There is no packed app: ${packaged ?? 'electron-builder failed'}.\n`);
    return 1;
  }
  return suite(parts, { TRIPKIT_PACKAGED: packaged });
}

/** Packs the app around the runtime that is here; its program, or null. */
function pack(electron: string): string | null {
  const dist =
    process.platform === 'darwin' ? dirname(dirname(dirname(dirname(electron)))) : dirname(electron);
  const steps = [
    ['build/bundle.ts'],
    [
      'node_modules/electron-builder/cli.js',
      '--dir',
      '--publish',
      'never',
      `-c.electronDist=${dist}`,
      '-c.directories.output=dist/electron',
      // Apple silicon starts nothing unsigned; this signature is of nobody, so that the hardened runtime is off.
      ...(process.platform === 'darwin'
        ? [
            '--config.mac.identity=-',
            '--config.mac.hardenedRuntime=false',
            '--config.mac.notarize=false',
            `--${process.arch}`,
          ]
        : []),
    ],
  ];
  for (const step of steps) {
    if (spawnSync(process.execPath, step, { cwd: root, stdio: 'inherit' }).status !== 0) return null;
  }
  const pattern = {
    darwin: 'dist/electron/mac*/*.app/Contents/MacOS/Trip Kit Desktop',
    win32: 'dist/electron/win*-unpacked/Trip Kit Desktop.exe',
  }[process.platform as string];
  const [program] = globSync(pattern ?? 'dist/electron/linux*-unpacked/trip-kit-desktop', { cwd: root });
  return program === undefined ? null : join(root, program);
}

function suite(part: string, env: Record<string, string>): number {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'test/electron/playwright.config.ts',
      ...(part === '' ? [] : [part]),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } },
  );
  return status ?? 1;
}
