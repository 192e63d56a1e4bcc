/** Packs the app around the runtime that is here, unsigned, with asar and fuses as users get it. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publicKeyText } from '../../build/make-update-key.ts';
import { OLDER_ELECTRON } from '../runtime/older-electron.ts';
import { olderApp, type Runtime } from '../runtime/runtime.ts';
import { updateKey } from './update-key.ts';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'dist/electron');
/** As build/release.config.mjs does with the keys of a release. */
const extraMetadata = { updateKeys: [publicKeyText(updateKey)] };

/** Packs bundles that are built, into a folder; the program in it, or null where electron-builder fails. */
export function packApp(runtime: Runtime): string | null {
  const config = join(output, 'builder.json');
  mkdirSync(output, { recursive: true });
  writeFileSync(config, JSON.stringify(runtime.kind === 'older' ? aroundOlder(runtime) : around(runtime)));
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      '--dir',
      ...(process.platform === 'darwin' ? [`--${process.arch}`] : []),
      ...['--publish', 'never', '--config', config],
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (status !== 0) return null;
  const pattern = {
    darwin: 'mac*/*.app/Contents/MacOS/Trip Kit Desktop',
    win32: 'win*-unpacked/Trip Kit Desktop.exe',
  }[process.platform as string];
  const [program] = globSync(pattern ?? 'linux*-unpacked/trip-kit-desktop', { cwd: output });
  return program === undefined ? null : join(output, program);
}

function around({ executable }: Runtime): object {
  const mac = process.platform === 'darwin';
  return {
    extends: 'electron-builder.yml',
    extraMetadata,
    electronDist: mac ? dirname(dirname(dirname(dirname(executable)))) : dirname(executable),
    directories: { output, buildResources: 'build' },
    // Apple silicon starts nothing unsigned; this signature is of nobody, so that the hardened runtime is off.
    ...(mac ? { mac: { identity: '-', hardenedRuntime: false, notarize: false } } : {}),
  };
}

/** The same, but for the bundles, the version, and the ninth fuse, which the older one has not. */
function aroundOlder({ executable }: Runtime): object {
  const dist = join(output, 'runtime');
  rmSync(dist, { recursive: true, force: true });
  cpSync(dirname(executable), dist, { recursive: true });
  // In the place of Electron's default_app, which electron-builder takes away.
  rmSync(join(dist, 'resources/app'), { recursive: true });
  return {
    extends: 'electron-builder.yml',
    extraMetadata,
    electronVersion: OLDER_ELECTRON.version,
    electronDist: dist,
    // Without the fuse.
    afterPack: 'build/same-bytes.ts',
    directories: { app: olderApp, output, buildResources: 'build' },
  };
}
