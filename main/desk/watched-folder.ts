/**
 * The folder in which trip files arrive, with `done` and `failed`. Other accounts may write there and could plant a link in the place of
 * each folder. So every step opens its folder without following a link and checks what it opened. On Linux the step then works through
 * the open folder, which nobody can exchange; elsewhere the folder is checked again after the step.
 */
import { constants, existsSync, type Stats } from 'node:fs';
import { lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TripKitError } from '../common/errors.ts';
import { errorCode } from '../common/files.ts';

/** Linux lists this process's open files here. A path through it stays in the open folder, wherever its name leads by now. */
const OPEN_FILES = '/proc/self/fd';
const CAN_WORK_IN_OPEN = process.platform === 'linux' && existsSync(OPEN_FILES);

/** A folder as it is now: its facts, and its path without links. */
interface Seen {
  stats: Stats;
  real: string;
}

export class WatchedFolder {
  /** As it was given: for sentences and as the key of a file. */
  readonly path: string;
  readonly #worksInOpen: boolean;
  /** The folder that the first step found. */
  #first: { real: string; uid: number } | null = null;

  /**
   * @param path of the folder of arrivals, absolute
   * @param worksInOpen whether steps work through the open folder; tests also try the other way
   */
  constructor(path: string, worksInOpen = CAN_WORK_IN_OPEN) {
    this.path = path;
    this.#worksInOpen = worksInOpen;
  }

  /**
   * Runs a step in the folder of arrivals, or in `done` or `failed`.
   *
   * @param work gets the path by which the step reaches the folder's files. Sentences name `path` instead.
   * @throws TripKitError of kind `config` if the folder may not be worked in; the system's error if it can't be opened; what `work` throws
   */
  async inside<T>(name: '' | 'done' | 'failed', work: (at: string) => Promise<T>): Promise<T> {
    const real = this.#first?.real ?? (await realpath(this.path));
    const shown = join(this.path, name);
    return this.#open(
      real,
      this.path,
      (seen) => this.#checkArrivals(seen, real),
      (at) =>
        name === ''
          ? work(at)
          : this.#open(join(at, name), shown, (seen) => this.#checkOwn(seen, shown), work),
    );
  }

  /** Creates `done` or `failed` if there is none. @throws as `inside` */
  create(name: 'done' | 'failed'): Promise<void> {
    return this.inside('', async (at) => {
      await mkdir(join(at, name)).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
    });
  }

  async #open<T>(
    path: string,
    shown: string,
    check: (seen: Seen) => void,
    work: (at: string) => Promise<T>,
  ): Promise<T> {
    if (!this.#worksInOpen) {
      const before = await look(path, shown);
      check(before);
      const result = await work(path);
      const after = await look(path, shown);
      check(after);
      if (after.stats.ino !== before.stats.ino || after.stats.dev !== before.stats.dev)
        throw exchanged(shown);
      return result;
    }
    const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
    await using folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((error: unknown) => {
      throw ['ELOOP', 'ENOTDIR'].includes(errorCode(error) ?? '') ? noFolder(shown) : error;
    });
    const at = join(OPEN_FILES, String(folder.fd));
    check({ stats: await folder.stat(), real: await readlink(at) });
    return await work(at);
  }

  #checkArrivals({ stats, real }: Seen, expected: string): void {
    if (real !== expected || (this.#first !== null && stats.uid !== this.#first.uid))
      throw exchanged(this.path);
    if (process.platform !== 'win32' && (stats.mode & constants.S_IWOTH) !== 0)
      throw refusal(
        `Everyone on this computer may write to ${this.path}, so anyone could request kits in your name. Let only those write there who plan flights (chmod o-w), or choose another folder.`,
      );
    this.#first = { real, uid: stats.uid };
  }

  #checkOwn({ stats, real }: Seen, shown: string): void {
    // Windows and macOS give the name as it was written when the folder was made.
    if (dirname(real) !== this.#first?.real || basename(real).toLowerCase() !== basename(shown))
      throw exchanged(shown);
    const me = process.geteuid?.();
    if (me !== undefined && stats.uid !== me && stats.uid !== 0)
      throw refusal(
        `The folder ${shown} belongs to another account, so no trip file is moved there. Remove or rename it; a new one is made automatically.`,
      );
  }
}

async function look(path: string, shown: string): Promise<Seen> {
  const stats = await lstat(path);
  // A junction of Windows is a link, too.
  if (!stats.isDirectory()) throw noFolder(shown);
  return { stats, real: await realpath(path) };
}

function noFolder(shown: string): TripKitError {
  return refusal(
    `${shown} is a link or a file, not a folder, so nothing is moved there or read from there. Remove it; it is tried again automatically.`,
  );
}

function exchanged(shown: string): TripKitError {
  return refusal(
    `${shown} is no longer the folder that it was, so nothing is moved there or read from there. Put the folder back, or begin to watch again.`,
  );
}

function refusal(message: string): TripKitError {
  return new TripKitError('config', message, { condition: 'watched_folder' });
}
