/** Programs of the machine that showing a window takes, installed where that may be done without a question: Debian as root. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** How long apt-get may take, ms. */
const APT_TIMEOUT_MS = 10 * 60_000;

/** Whether this is Debian or a child of it, by os-release(5). */
export function isDebian(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Whether a program is on the PATH. */
export function isOnPath(program: string, env: NodeJS.ProcessEnv = process.env): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Installs Debian's packages; false where that can't be done here, or fails. */
export function installPackages(packages: readonly string[]): boolean {
  if (!isDebian() || !isRoot()) return false;
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      // Standard output belongs to whoever called.
      stdio: ['ignore', 2, 2],
      timeout: APT_TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  // An update that fails in part (a mirror that is away) may still leave a list that is good enough.
  apt('update', '--quiet');
  return apt('install', '--yes', '--quiet', '--no-install-recommends', ...packages);
}
