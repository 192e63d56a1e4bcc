/**
 * The folder in which trip files arrive. It is polled, because network file systems report no changes; a change that the
 * system reports makes the next check earlier. A file is ready when it has not changed for a while and its end is present.
 */
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { errorCode, nullIfMissing } from '../common/files.ts';
import type { WatchedFolder } from './watched-folder.ts';

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
  /** Absolute; names the file. It is read through its folder (WatchedFolder.inside). */
  path: string;
  /** The file's number on its volume, as text: it tells whether a name still means the same file. */
  inode: string;
  size: number;
  /** Ms since 1970 UTC, from the file system. */
  mtime: number;
  /** When it was first seen with this size and time, by the monotonic clock, ms. */
  since: number;
  /** Whether it had the name of an unfinished file before: its writer renamed it when it was complete. */
  renamed: boolean;
}

/** Tracks the files in a folder of arrivals. */
export class Arrivals {
  readonly #folder: WatchedFolder;
  #seen = new Map<string, Arrival>();
  /** The inodes of files with names of unfinished files. */
  #unfinished = new Set<string>();

  constructor(folder: WatchedFolder) {
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
   * @throws TripKitError of kind `disk`, or `config` if the folder may not be watched
   */
  async look(now: number): Promise<Arrival[]> {
    const seen = new Map<string, Arrival>();
    const unfinished = new Set<string>();
    try {
      await this.#folder.inside('', async (at) => {
        for (const name of await readdir(at)) {
          if (name.startsWith('.') || OURS.test(name)) continue;
          const stats = await lstat(join(at, name)).catch(nullIfMissing);
          // Links are not followed: a trip file is moved, and parts of it are repeated in its report.
          if (stats === null || !stats.isFile()) continue;
          if (UNFINISHED.test(name)) unfinished.add(String(stats.ino));
          else seen.set(name, this.#arrival(name, stats, now));
        }
      });
    } catch (error) {
      throw diskError(error, 'Looking for trip files', join(this.#folder.path, '.'));
    }
    this.#seen = seen;
    this.#unfinished = unfinished;
    return [...seen.values()].sort((a, b) => a.mtime - b.mtime || (a.name < b.name ? -1 : 1));
  }

  #arrival(name: string, stats: Stats, now: number): Arrival {
    const { size, mtimeMs: mtime } = stats;
    const inode = String(stats.ino);
    const before = this.#seen.get(name);
    if (before?.inode === inode && before.size === size && before.mtime === mtime) return before;
    const renamed = stats.ino !== 0 && this.#unfinished.has(inode);
    return { name, path: join(this.#folder.path, name), inode, size, mtime, since: now, renamed };
  }
}

// A pipe that was put in the place of the file doesn't hold up the thread that opens it.
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The whole content of a file, or null if the file has changed since.
 *
 * @param at the path by which its folder is reached (WatchedFolder.inside)
 * @throws TripKitError of kind `disk`; with condition `link` if the file is a link, or has another name
 */
export async function readWhole(
  at: string,
  { name, path, inode, size, mtime }: Arrival,
): Promise<Buffer | null> {
  try {
    await using file = await open(join(at, name), READ_ONLY);
    const before = await file.stat();
    if (!before.isFile() || String(before.ino) !== inode) return null;
    if (before.size !== size || before.mtimeMs !== mtime) return null;
    if (before.nlink > 1) throw hasOtherName(name);
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
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw diskError(error, 'Reading a trip file', path);
  }
}

/** A hard link may be another person's private file, whose lines a report would repeat. */
function hasOtherName(name: string): TripKitError {
  return new TripKitError(
    'disk',
    `The trip file “${name}” isn’t read: the same file has another name (a hard link). Put a copy in its place; the other files are worked through.`,
    { condition: 'link' },
  );
}
