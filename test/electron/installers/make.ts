/**
 * Makes the AppImage, the deb and the rpm of the packed app by electron-builder and build/linux, as a release does, but for two
 * things: little is compressed, which is quick, and a script stands in for the runtime of AppImages, which comes from GitHub alone.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sameBytes } from '../../../build/same-bytes.ts';
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

/**
 * Makes installers of a packed app.
 * @param folder for them and their tools, absolute
 * @param version other than that of package.json, where the packed app has another
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
  const maker = join(folder, 'make-package');
  const script = join(root, 'build/linux/make-package.ts');
  const command = `'${process.execPath}' --disable-warning=ExperimentalWarning '${script}'`;
  await writeFile(maker, `#!/bin/sh\nexec ${command} "$@" --compression none\n`);
  await chmod(maker, 0o755);
  const tools = await appImageTools(join(folder, 'appimage'));
  const output = join(folder, 'made');
  const args = [
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
