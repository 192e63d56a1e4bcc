/** The person's folder, and whether an app that uses it is running: without Electron, and without changing it. */
import { open, readlink } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { errorCode } from '../../common/files.ts';
import { isAlive } from '../../common/processes.ts';

const NAME = 'Trip Kit Desktop';

/**
 * The default folder of this account's data. It is Electron's (Electron docs, app.getPath: userData), but on Windows the one that does
 * not roam: two computers would write one database.
 */
export function defaultUserFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', NAME);
  const [given, home] =
    platform === 'win32' ? [env.LOCALAPPDATA, 'AppData/Local'] : [env.XDG_CONFIG_HOME, '.config'];
  return join(given && isAbsolute(given) ? given : join(homedir(), home), NAME);
}

/**
 * Whether an app uses the folder, by Chromium's lock in it (process_singleton): on Linux and macOS a link that names
 * computer and process, on Windows a file that nobody else may write. Null if not known.
 */
export async function isAppRunning(folder: string): Promise<boolean | null> {
  return process.platform === 'win32' ? isHeldOnWindows(join(folder, 'lockfile')) : isHeld(folder);
}

async function isHeld(folder: string): Promise<boolean | null> {
  try {
    const [, host, pid] = /^(.*)-(\d+)$/.exec(await readlink(join(folder, 'SingletonLock'))) ?? [];
    // For a folder on a share, the other computer's processes can't be checked.
    return host === hostname() ? isAlive(Number(pid)) : null;
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? false : null;
  }
}

async function isHeldOnWindows(file: string): Promise<boolean | null> {
  try {
    await using _handle = await open(file, 'r+');
    return false;
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT') return false;
    return ['EBUSY', 'EPERM', 'EACCES'].includes(code) ? true : null;
  }
}
