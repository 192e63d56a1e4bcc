/** The folders of the commands. */
import { createHash } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { diskCondition } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { errorCode } from '../common/files.ts';
import type { CommandOf } from './arguments.ts';
import type { HeadlessIo } from './io.ts';

/**
 * Makes a folder that may be written to, with those above it. Not by the recursive mkdir of Node, which never returns below /proc.
 *
 * @throws TripKitError of kind `disk` that names the option
 */
export async function makeFolder(dir: string, option: string, mode?: number): Promise<void> {
  try {
    await makeWithParents(dir, mode);
    await access(dir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unusableFolder(dir, option, cause);
  }
}

async function makeWithParents(dir: string, mode?: number): Promise<void> {
  try {
    await mkdir(dir, mode);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(dir) === dir) throw error;
    await makeWithParents(dirname(dir), mode);
    await mkdir(dir, mode);
  }
}

/** The error for a folder that an option names and that can't be used. */
export function unusableFolder(dir: string, option: string, cause: unknown): TripKitError {
  const code = errorCode(cause);
  const why =
    {
      no_space: 'there is no space left on its disk',
      no_access: 'this account has no access to it',
      read_only: 'it is on a read-only disk',
      gone: code === 'ENOTDIR' ? 'a part of its path is a file' : 'it is not there and can’t be made',
      io: 'its disk reported an error',
    }[diskCondition(code) ?? ''] ?? `the system says ${code ?? 'nothing'}`;
  return new TripKitError(
    'disk',
    `The folder ${dir} can’t be used: ${why}. Choose another one with ${option}.`,
    {
      condition: 'out_dir',
      cause,
    },
  );
}

/**
 * The folder of the journal: that of --state, else one of the account for each folder of arrivals, because people who may write to that
 * one must not write here.
 *
 * @param place `in`: its real path
 */
export function stateFolder(place: CommandOf<'status'>['place'], env: HeadlessIo['env']): string {
  if ('at' in place) return resolve(place.at);
  const name = `watch-${createHash('sha256').update(place.in).digest('hex').slice(0, 16)}`;
  const given = process.platform === 'win32' ? env.LOCALAPPDATA : env.XDG_STATE_HOME;
  const home =
    process.platform === 'darwin'
      ? join(homedir(), 'Library', 'Application Support')
      : join(homedir(), process.platform === 'win32' ? 'AppData/Local' : '.local/state');
  return join(given && isAbsolute(given) ? given : home, 'tripkit', name);
}
