/**
 * A lock between processes: a file that is created exclusively and names its owner. The owner is considered dead if its pid is
 * gone or if the file was not touched for a while.
 *
 * SQLite's locks are not used: a locked file would be left in a person's folder, because it can't be removed without another
 * process locking the removed file; and many network volumes don't support such locks.
 */
import { type FileHandle, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { errorCode, untilClosed } from './files.ts';
import { parsedJson } from './json-text.ts';
import { isAlive } from './processes.ts';

/** How often an owner touches its lock, ms. */
const HEARTBEAT_MS = 20_000;
/** A lock that was not touched for this long has no owner: another program may have the pid now. */
const ABANDONED_MS = 120_000;
/** An empty lock file may be one that its owner is writing at this moment; after this long it is not. Ms. */
const NAMELESS_MS = 2_000;

const owner = z.object({ pid: z.number(), host: z.string() });

/** Locks of this process. A file with our pid that is not in this set is left over from an earlier process with the same pid. */
const ownPaths = new Set<string>();

/** A lock of this process, until `release` or the end of the process. */
export class FileLock {
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(path: string) {
    this.#path = path;
    this.#timer = setInterval(() => {
      const now = new Date();
      // A volume that went away is reported by the next write, with a better message.
      utimes(path, now, now).catch(() => {});
    }, HEARTBEAT_MS);
    this.#timer.unref();
  }

  /**
   * @returns the lock, or null if a living process has it
   * @throws the file system's error if the lock file can't be written
   */
  static async take(path: string): Promise<FileLock | null> {
    if (ownPaths.has(path)) return null;
    ownPaths.add(path);
    let taken = false;
    try {
      taken = (await create(path)) || (await takeOver(path));
      return taken ? new FileLock(path) : null;
    } finally {
      if (!taken) ownPaths.delete(path);
    }
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (!ownPaths.has(this.#path)) return;
    // Remove the file first, then the entry in the set: the other way round, the next owner's file could be removed.
    await untilClosed(() => rm(this.#path, { force: true })).catch(() => {});
    ownPaths.delete(this.#path);
  }
}

/**
 * Takes a lock whose file exists. If its owner has released it, it is taken like a new one; an abandoned one is replaced. Processes
 * take turns, and only an abandoned file is removed: otherwise another process's new lock could be removed.
 */
async function takeOver(path: string): Promise<boolean> {
  const found = await stateOf(path);
  if (found !== 'abandoned') return found === 'free' && create(path);
  const turn = `${path}.turn`;
  if (!(await create(turn))) {
    // Its owner died within these few lines. The next process finds no turn file.
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
  return owner.safeParse(parsedJson(text)).data ?? null;
}
