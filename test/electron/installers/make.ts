/** Makes the AppImage and the deb of the packed app by electron-builder, with stand-ins of two tools that it would fetch. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Program } from '../programs.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
/** It takes seconds; a busy machine makes it a minute. ms. */
const TIMEOUT_MS = 180_000;
const RUNTIME_BYTES = 4096;

export interface Installers {
  deb: string;
  appImage: string;
}

/** Makes both. @param folder for them and their tools, absolute @throws the error of execFile with what was said */
export async function makeInstallers({ file }: Program, folder: string): Promise<Installers> {
  const fpm = join(folder, 'fpm');
  await put(
    fpm,
    `#!/bin/sh\nexec '${process.execPath}' --disable-warning=ExperimentalWarning '${join(import.meta.dirname, 'fpm.ts')}' "$@"\n`,
  );
  const tools = join(folder, 'appimage');
  const script = await readFile(join(import.meta.dirname, 'appimage-runtime.sh'), 'utf8');
  await put(
    join(tools, 'runtimes/runtime-x64'),
    script.replace('-offset OFFSET', `-offset ${RUNTIME_BYTES}`).padEnd(RUNTIME_BYTES, '\n'),
  );
  // Libraries for systems that lack them; this one has them.
  await mkdir(join(tools, 'lib/x64'), { recursive: true });
  for (const name of ['mksquashfs', 'desktop-file-validate']) {
    await symlink(`/usr/bin/${name}`, join(tools, name));
  }
  const output = join(folder, 'made');
  const args = [
    join(root, 'node_modules/electron-builder/cli.js'),
    ...['--linux', 'deb', 'AppImage', '--x64', '--publish', 'never', '--prepackaged', dirname(file)],
    ...['--config', join(root, 'dist/electron/builder.json'), `-c.directories.output=${output}`],
    // fpm asks for one; the real one comes with a release.
    '-c.extraMetadata.homepage=https://tripkit.example/',
  ];
  await run(process.execPath, args, {
    cwd: root,
    timeout: TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, CUSTOM_FPM_PATH: fpm, APPIMAGE_TOOLS_PATH: tools },
  });
  const made = await readdir(output);
  const named = (end: string) => {
    const name = made.find((one) => one.endsWith(end));
    if (name === undefined) throw new Error(`electron-builder made no ${end}: ${made.join(', ')}`);
    return join(output, name);
  };
  return { deb: named('.deb'), appImage: named('.AppImage') };
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, 0o755);
}
