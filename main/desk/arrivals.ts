/**
 * The folder in which trip files arrive. It is polled, because network file systems report no changes; a change that the
 * system reports makes the next check earlier. A file is ready when it has not changed for a while and its end is present.
 */
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { errorCode } from '../common/files.ts';

/** Longest file that is read, bytes: one byte more shows that it is too long (main/trips/rules). */
const MAX_BYTES = 32 * 1024 * 1024 + 1;
/** Names of files that are not, or not yet, trip files. */
const UNFINISHED = /\.(part|partial|tmp|temp|crdownload|filepart|download|swp|lock)$|^~|~$/i;
const OURS = /\.result\.json$/i;

/** How long a file has to stay unchanged, ms. */
export interface Patience {
  /** Between two checks. */
  poll_ms: number;
  /** For a file whose end is visible. */
  settle_ms: number;
  /** For a file without a visible end: its writer may be slow. */
  unfinished_ms: number;
}

export function patienceOf(poll_ms: number): Patience {
  return { poll_ms, settle_ms: 2 * poll_ms, unfinished_ms: 30 * poll_ms };
}

/** A file in the folder. */
export interface Arrival {
  name: string;
  /** Absolute. */
  path: string;
  size: number;
  /** Ms since 1970 UTC, from the file system. */
  mtime: number;
  /** When it was first seen with this size and time, by the monotonic clock, ms. */
  since: number;
  /** Whether it had the name of an unfinished file before: its writer renamed it when it was complete. */
  renamed: boolean;
}

interface Seen {
  arrival: Arrival;
  ino: number;
}

/** Tracks the files in a folder of arrivals. */
export class Arrivals {
  readonly #folder: string;
  #seen = new Map<string, Seen>();
  /** The inodes of files with names of unfinished files. */
  #unfinished = new Set<number>();

  /** @param folder absolute */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Number of files with names of unfinished files; they are not waited for. */
  get unfinished(): number {
    return this.#unfinished.size;
  }

  /**
   * Lists the files in the folder, oldest first.
   *
   * @param now of the monotonic clock, ms
   * @throws TripKitError of kind `disk`
   */
  async look(now: number): Promise<Arrival[]> {
    const seen = new Map<string, Seen>();
    const unfinished = new Set<number>();
    try {
      for (const name of await readdir(this.#folder)) {
        if (name.startsWith('.') || OURS.test(name)) continue;
        const path = join(this.#folder, name);
        const stats = await lstat(path).catch(nullIfMissing);
        // Links are not followed: a trip file is moved, and parts of it are repeated in its report.
        if (stats === null || !stats.isFile()) continue;
        if (UNFINISHED.test(name)) unfinished.add(stats.ino);
        else seen.set(name, this.#arrival(name, path, stats, now));
      }
    } catch (error) {
      throw diskError(error, 'Looking for trip files', join(this.#folder, '.'));
    }
    this.#seen = seen;
    this.#unfinished = unfinished;
    return [...seen.values()]
      .map(({ arrival }) => arrival)
      .sort((a, b) => a.mtime - b.mtime || (a.name < b.name ? -1 : 1));
  }

  #arrival(name: string, path: string, stats: Stats, now: number): Seen {
    const { size, mtimeMs: mtime, ino } = stats;
    const before = this.#seen.get(name);
    if (before?.ino === ino && before.arrival.size === size && before.arrival.mtime === mtime) return before;
    const renamed = ino !== 0 && this.#unfinished.has(ino);
    return { ino, arrival: { name, path, size, mtime, since: now, renamed } };
  }
}

/**
 * The whole content of a file, or null if the file has changed since.
 *
 * @throws TripKitError of kind `disk`
 */
export async function readWhole({ path, size, mtime }: Arrival): Promise<Buffer | null> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const before = await file.stat();
      if (!before.isFile() || before.size !== size || before.mtimeMs !== mtime) return null;
      const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
      let length = 0;
      while (length < bytes.length) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      const after = await file.stat();
      const same = after.size === size && after.mtimeMs === mtime && length === bytes.length;
      return same ? bytes : null;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw diskError(error, 'Reading a trip file', path);
  }
}

/** For `catch`: null if the file is missing. @throws any other error */
export function nullIfMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}
