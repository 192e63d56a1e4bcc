/**
 * What makes two builds of one commit the same bytes, as two hooks of electron-builder: one time for everything that is packed
 * (SOURCE_DATE_EPOCH, which dpkg-deb, rpmbuild and mksquashfs obey), modes that say only who may run a file, whatever the builder's
 * umask is, and our own maker of deb and rpm in the place of fpm (build/linux/make-package.ts).
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, lutimesSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Without a checkout of git: 1 January 1980, the first time that a ZIP can tell. Seconds since 1970. */
const NO_COMMIT = '315532800';
const GIT_TIMEOUT_MS = 10_000;

export type Env = Record<string, string | undefined>;

/** Sets the variables that the packaging tools use, unless they are already set. @param env is changed */
export function sameBytes<T extends Env>(env: T): T & { SOURCE_DATE_EPOCH: string; CUSTOM_FPM_PATH: string } {
  const {
    SOURCE_DATE_EPOCH = commitTime(),
    CUSTOM_FPM_PATH = join(import.meta.dirname, 'linux/make-package.ts'),
  } = env;
  return Object.assign(env, { SOURCE_DATE_EPOCH, CUSTOM_FPM_PATH });
}

/** The time of the commit that is checked out, seconds since 1970. */
function commitTime(): string {
  try {
    const told = execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: GIT_TIMEOUT_MS,
    }).trim();
    return /^\d+$/.test(told) ? told : NO_COMMIT;
  } catch {
    return NO_COMMIT;
  }
}

/** Gives everything below a path, and the path itself, one time and 0755 or 0644. @param epoch seconds since 1970 */
export function settle(path: string, epoch: number): void {
  const found = lstatSync(path);
  if (found.isDirectory()) for (const name of readdirSync(path)) settle(join(path, name), epoch);
  if (!found.isSymbolicLink()) {
    chmodSync(path, found.isDirectory() || (found.mode & 0o111) !== 0 ? 0o755 : 0o644);
  }
  lutimesSync(path, epoch, epoch);
}

/** The hook before each package is made of the packed app. */
export function artifactBuildStarted(): void {
  process.umask(0o022);
  sameBytes(process.env);
}

/** The hook after the app was packed: copied files have other times and modes, which it replaces. */
export function afterPack(context: { appOutDir: string; electronPlatformName: string }): void {
  if (context.electronPlatformName !== 'linux') return;
  settle(context.appOutDir, Number(sameBytes(process.env).SOURCE_DATE_EPOCH));
}
