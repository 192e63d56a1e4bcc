/**
 * A lock between processes: a file that is created exclusively and names its owner. Node offers no lock of the
 * operating system, so an owner that died is recognised: its pid is gone, or it has not touched the file for a while.
 */

import { type FileHandle, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode } from '../common/files.ts';

/** How often an owner touches its lock, ms. */
const heartbeat_ms = 20_000;
/** A lock that was not touched for this long has no owner, ms: a pid may have been given to another program since. */
const abandoned_ms = 120_000;

interface Owner {
  pid: number;
  host: string;
}

/** Locks that this process holds. A file with our pid that is not in here is left from a process of the same pid. */
const held = new Set<string>();

/** A held lock. Given up by `release`, or by the end of the process. */
export class FileLock {
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(path: string) {
    this.#path = path;
    this.#timer = setInterval(() => {
      const now = new Date();
      // A volume that went away shows at the next write, with a better message.
      utimes(path, now, now).catch(() => {});
    }, heartbeat_ms);
    this.#timer.unref();
  }

  /**
   * @returns the lock, or null where a living process has it
   * @throws the file system's error where the lock file can't be written
   */
  static async take(path: string): Promise<FileLock | null> {
    if (held.has(path)) return null;
    held.add(path);
    try {
      if (await create(path)) return new FileLock(path);
      if ((await isAbandoned(path)) && (await takeOver(path))) return new FileLock(path);
    } catch (error) {
      held.delete(path);
      throw error;
    }
    held.delete(path);
    return null;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (!held.has(this.#path)) return;
    // First the file, then our own note of it: the other way round, we could remove the next owner's.
    await rm(this.#path, { force: true }).catch(() => {});
    held.delete(this.#path);
  }
}

/**
 * Replaces an abandoned lock. Who finds one does so in turn and looks again: else the second of two could remove the
 * first one's fresh lock.
 */
async function takeOver(path: string): Promise<boolean> {
  const turn = `${path}.turn`;
  if (!(await create(turn))) {
    // Its owner ended in the middle of these few lines; whoever comes next finds the way free.
    if (await isAbandoned(turn)) await rm(turn, { force: true });
    return false;
  }
  try {
    if (!(await isAbandoned(path))) return false;
    await rm(path, { force: true });
    return await create(path);
  } finally {
    await rm(turn, { force: true });
  }
}

async function create(path: string): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    const owner: Owner = { pid: process.pid, host: hostname() };
    await file.writeFile(JSON.stringify(owner));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return true;
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    const untouched = Date.now() - mtimeMs;
    if (untouched > abandoned_ms) return true;
    const owner = readOwner(await readFile(path, 'utf8'));
    // Unreadable: its owner may be writing its name at this moment, so it gets the time to.
    if (owner === null) return untouched > 2000;
    if (owner.host !== hostname()) return false;
    return owner.pid === process.pid || !isAlive(owner.pid);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

function readOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('host' in value)) return null;
    if (typeof value.pid !== 'number' || typeof value.host !== 'string') return null;
    return { pid: value.pid, host: value.host };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, but not ours.
    return errorCode(error) !== 'ESRCH';
  }
}
