/**
 * Makes the AppImage, the deb and the rpm of the packed app by electron-builder and build/linux, as a release does, but for three
 * things: nothing is compressed and AppImages have no block map, which is quick, and a script stands in for the runtime of AppImages,
 * which comes from GitHub alone.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sameBytes } from '../../../build/same-bytes.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { appImageTools } from '../../packaging/appimage-tools.ts';
import type { Program } from '../programs.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
/** It takes seconds; a busy machine makes it a minute. ms. */
const TIMEOUT_MS = 180_000;

/** The files, by their ends. */
export interface Installers {
  deb: string;
  rpm: string;
  AppImage: string;
}
export type InstallerKind = keyof Installers;

/** A version after the app's own, and as long: it can take its place in the packed app. */
export const NEXT_VERSION = manifest.version.replace(/[0-8](?=[9.]*$)/, (digit) => String(Number(digit) + 1));

/** Gives a packed app a version of the same length: Electron for Linux does not compare the asar with a checksum. */
async function setVersion(app: string, version: string): Promise<void> {
  const asar = join(app, 'resources/app.asar');
  const bytes = await readFile(asar);
  const named = (one: string) => `"version": "${one}"`;
  const at = bytes.indexOf(named(manifest.version), bytes.indexOf(`"name": "${manifest.name}"`));
  if (at < 0 || version.length !== manifest.version.length)
    throw new Error(`The app can't become ${version}.`);
  bytes.write(named(version), at, 'latin1');
  await writeFile(asar, bytes);
}

/**
 * Makes installers of a packed app.
 * @param folder for them and their tools, absolute
 * @param version other than the app's own: NEXT_VERSION
 * @param feed the address that updates come from; without it there are none
 * @throws the error of execFile with what was said
 */
export async function makeInstallers(
  { file }: Program,
  folder: string,
  { kinds = ['deb', 'rpm', 'AppImage'] as readonly InstallerKind[], version = '', feed = '' } = {},
): Promise<Installers> {
  const env = sameBytes({ ...process.env });
  await mkdir(folder, { recursive: true });
  // electron-builder writes into it.
  const app = join(folder, 'app');
  await cp(dirname(file), app, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  if (version !== '') await setVersion(app, version);
  const maker = join(folder, 'make-package');
  const script = join(root, 'build/linux/make-package.ts');
  const command = `'${process.execPath}' --disable-warning=ExperimentalWarning '${script}'`;
  await writeFile(maker, `#!/bin/sh\nexec ${command} "$@" --compression none\n`);
  await chmod(maker, 0o755);
  const tools = await appImageTools(join(folder, 'appimage'));
  const output = join(folder, 'made');
  const args = [
    ...['--require', join(import.meta.dirname, 'no-block-map.cjs')],
    join(root, 'node_modules/electron-builder/cli.js'),
    ...['--linux', ...kinds, '--x64', '--publish', 'never', '--prepackaged', app],
    ...['--config', join(root, 'dist/electron/builder.json'), `-c.directories.output=${output}`],
    // deb and rpm have to name one; the real one comes with a release.
    '-c.extraMetadata.homepage=https://tripkit.example/',
    ...(version === '' ? [] : [`-c.extraMetadata.version=${version}`]),
    ...(feed === '' ? [] : ['-c.publish.provider=generic', `-c.publish.url=${feed}`]),
  ];
  await run(process.execPath, args, {
    cwd: root,
    timeout: TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...env, CUSTOM_FPM_PATH: maker, APPIMAGE_TOOLS_PATH: tools },
  });
  const made = await readdir(output);
  const named = (end: InstallerKind) => {
    const name = made.find((one) => one.endsWith(`.${end}`));
    if (name === undefined && kinds.includes(end)) {
      throw new Error(`electron-builder made no ${end}: ${made.join(', ')}`);
    }
    return name === undefined ? '' : join(output, name);
  };
  return { deb: named('deb'), rpm: named('rpm'), AppImage: named('AppImage') };
}
