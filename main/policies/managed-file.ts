/** The machine's files with their owners, and its programs, as policies need them. */
import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../common/files.ts';
import { inTime } from '../common/wait.ts';
import { managedError } from './policy-source.ts';
import { type RunProgram, runProgram } from './system-program.ts';

/** A file as it was read. */
export interface ManagedFile {
  bytes: Uint8Array;
  /** Who may write it: owner and mode of the file, then of its folder (and of the target of a symbolic link). */
  writers: { path: string; uid: number; mode: number }[];
}

/** The port for reading policies. */
export interface ManagedFileAccess {
  /** The required owner of the file: root, except in tests. */
  readonly owner: number;
  /** Runs a program of the system. */
  readonly run: RunProgram;
  /** The folder of the running Windows, `C:\Windows`, from the kernel: a person can set every variable. Rejects on other systems. */
  windowsRoot(): Promise<string>;
  /** @returns null if there is no such file. @throws errors of node:fs; TripKitError of kind `config` */
  read(path: string, max_bytes: number): Promise<ManagedFile | null>;
}

/** Time limit, ms: a local file is there at once; one on a slow network drive must not block the start. */
const LIMIT_MS = 5_000;
/** A link of Windows' kernel (object manager, `\SystemRoot`). */
const KERNEL_ROOT = '\\\\?\\GLOBALROOT\\SystemRoot';

/**
 * The machine's files.
 *
 * @param options.root prefix of every path, and `owner` a uid other than root's: for tests
 */
export function machineFiles(options: { root?: string; owner?: number } = {}): ManagedFileAccess {
  const { root = '', owner = 0 } = options;
  return {
    owner,
    run: runProgram,
    windowsRoot: async () => (await realpath(KERNEL_ROOT)).replace(/^\\\\\?\\/, ''),
    read: async (named, max_bytes) => {
      const path = root === '' ? named : join(root, named);
      return inTime(read(path, max_bytes), LIMIT_MS, () => managedError('It can’t be read in time.'));
    },
  };
}

async function read(path: string, max_bytes: number): Promise<ManagedFile | null> {
  // A pipe in place of the file would otherwise make us wait for a writer.
  await using file = await ifThere(open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
  if (file === null) {
    // Somebody decided something, on a volume that is missing now: that differs from no decision.
    for (const link of await linksOf(path)) {
      if ((await ifThere(stat(link))) === null) {
        throw managedError(`${link} is a link that leads nowhere: put the file itself there.`);
      }
    }
    return null;
  }
  // Checks the opened file: a moment later the name may mean another one.
  const facts = await file.stat();
  if (!facts.isFile()) throw managedError('It isn’t a regular file.');
  if (facts.size > max_bytes) throw managedError(`It is larger than ${max_bytes} bytes.`);
  const folders = new Set([dirname(path), dirname(await realpath(path))]);
  const writers = [{ path, uid: facts.uid, mode: facts.mode }];
  for (const folder of folders) {
    const { uid, mode } = await stat(folder);
    writers.push({ path: folder, uid, mode });
  }
  return { bytes: await file.readFile(), writers };
}

/** The links among a file and its folder; a missing path is no link. */
async function linksOf(path: string): Promise<string[]> {
  const links: string[] = [];
  for (const named of [path, dirname(path)]) {
    if ((await ifThere(lstat(named)))?.isSymbolicLink()) links.push(named);
  }
  return links;
}

/** Null if the path does not exist. */
async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
}
