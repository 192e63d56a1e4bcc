import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The executable of real Electron, or null where it isn't there. Never downloads, unlike importing `electron` from Node,
 * whose index.js this follows.
 */
export function findElectron(env: NodeJS.ProcessEnv = process.env): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : null;
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return existing(join(override, name ?? 'electron'));
  return name === null ? null : existing(join(folder, 'dist', name));
}

function existing(file: string): string | null {
  return existsSync(file) ? file : null;
}
