import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of the electron package of package.json. */
const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

/**
 * The program and version of the Electron of package.json, or null where its runtime isn't there. Never downloads, unlike
 * importing `electron` from Node, whose index.js this follows.
 */
export function findElectron(
  env: NodeJS.ProcessEnv = process.env,
): { executable: string; version: string } | null {
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : null;
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  const dist = override || join(folder, 'dist');
  if (!override && name === null) return null;
  const executable = join(dist, name ?? programName());
  if (!existsSync(executable)) return null;
  const told = join(dist, 'version');
  const version = existsSync(told) ? readFileSync(told, 'utf8').trim().replace(/^v/, '') : electronVersion();
  return { executable, version };
}

/** The version that package.json asks for. */
export function electronVersion(): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Electron's own downloader. */
export const electronInstaller = join(folder, 'install.js');

function programName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}
