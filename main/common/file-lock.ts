/**
 * A lock between processes: a file that is created exclusively and names its owner, who is known to have died when its pid
 * is gone or the file was not touched for a while.
 *
 * No lock of SQLite's instead: it would leave its file behind in a person's folder, because one that is locked can't be
 * removed without another process locking what was removed; and many network volumes have no such locks.
 */
import { type FileHandle, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { errorCode } from './files.ts';
import { isAlive } from './processes.ts';

/** How often an owner touches its lock, ms. */
const HEARTBEAT_MS = 20_000;
/** A lock that was not touched for this long has no owner: a pid may have been given to another program since. */
const ABANDONED_MS = 120_000;
/** A lock without a name may be one whose owner is writing it at this moment. */
const NAMELESS_MS = 2_000;

const owner = z.object({ pid: z.number(), host: z.string() });

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
    }, HEARTBEAT_MS);
    this.#timer.unref();
  }

  /**
   * @returns the lock, or null where a living process has it
   * @throws the file system's error where the lock file can't be written
   */
  static async take(path: string): Promise<FileLock | null> {
    if (held.has(path)) return null;
    held.add(path);
    let taken = false;
    try {
      taken = (await create(path)) || (await takeOver(path));
      return taken ? new FileLock(path) : null;
    } finally {
      if (!taken) held.delete(path);
    }
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
 * Takes a lock that exists: one that was released meanwhile as a new one is, an abandoned one by replacing it. That is done
 * in turn, and only what is known to be abandoned is removed: else a fresh lock of another process could be.
 */
async function takeOver(path: string): Promise<boolean> {
  const found = await stateOf(path);
  if (found !== 'abandoned') return found === 'free' && create(path);
  const turn = `${path}.turn`;
  if (!(await create(turn))) {
    // Its owner ended in the middle of these few lines; whoever comes next finds the way free.
    if ((await stateOf(turn)) === 'abandoned') await rm(turn, { force: true });
    return false;
  }
  try {
    const now = await stateOf(path);
    if (now === 'abandoned') await rm(path, { force: true });
    return now !== 'held' && (await create(path));
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
    await file.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }));
    return true;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function stateOf(path: string): Promise<'free' | 'held' | 'abandoned'> {
  try {
    const untouched = Date.now() - (await stat(path)).mtimeMs;
    if (untouched > ABANDONED_MS) return 'abandoned';
    const named = readOwner(await readFile(path, 'utf8'));
    if (named === null) return untouched > NAMELESS_MS ? 'abandoned' : 'held';
    if (named.host !== hostname()) return 'held';
    return named.pid === process.pid || !isAlive(named.pid) ? 'abandoned' : 'held';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'free';
    throw error;
  }
}

function readOwner(text: string): z.infer<typeof owner> | null {
  try {
    return owner.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
