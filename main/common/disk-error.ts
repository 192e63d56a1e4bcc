/** Turns file-system errors into sentences that a person can act on. */
import { dirname } from 'node:path';
import { TripKitError } from './errors.ts';
import { errorCode } from './files.ts';

/**
 * Conditions of a disk failure: the `condition` of every TripKitError of kind `disk`. Data written before the failure is kept,
 * and the same step can be tried again:
 * - `no_space`: the volume or the account's quota is full
 * - `no_access`: this account lacks the permission
 * - `read_only`: the volume is read-only
 * - `gone`: the folder or its volume no longer exists
 * - `io`: the disk itself failed
 * - `in_use`: another program uses it
 * - `link`: a symbolic link is in a file's place
 */
type DiskCondition = 'no_space' | 'no_access' | 'read_only' | 'gone' | 'io' | 'in_use' | 'link';

/** Error codes of errno(3), as Node reports them. */
const codes: Readonly<Record<DiskCondition | 'too_large' | 'too_many_files', readonly string[]>> = {
  no_space: ['ENOSPC', 'EDQUOT'],
  no_access: ['EACCES', 'EPERM'],
  read_only: ['EROFS'],
  gone: ['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO', 'ENOTCONN', 'ESTALE'],
  io: ['EIO', 'EREMOTEIO'],
  in_use: ['EBUSY', 'ETXTBSY'],
  link: ['ELOOP'],
  too_many_files: ['EMFILE', 'ENFILE'],
  too_large: ['EFBIG'],
};

/** The condition for an error code of Node; the code itself if there is no condition for it. */
export function diskCondition(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return Object.entries(codes).find(([, known]) => known.includes(code))?.[0] ?? code;
}

/** What happened and what to do next: the end of a sentence that begins with the step. */
function sentence(condition: string | undefined, folder: string, platform: string): string {
  switch (condition) {
    case 'no_space':
      return `failed: there is no space left in ${folder}. Free some space and try again.`;
    case 'no_access':
      // Windows gives the same error where a program has the file open that is to be replaced.
      if (platform === 'win32')
        return `failed: writing to ${folder} is not allowed, or a program has a file there open. Close that program, give your account write access to this folder, or choose another one.`;
      return `failed: writing to ${folder} is not allowed. Give your account write access to this folder or choose another one.`;
    case 'read_only':
      return `failed: ${folder} is on a read-only volume. Make the volume writable or choose another folder.`;
    case 'gone':
      return `failed: ${folder} is not there. If it is on a removable or network volume, connect it and try again.`;
    case 'io':
      return `failed: the disk that holds ${folder} reported an error. Check the disk, then try again.`;
    case 'too_many_files':
      return `failed: too many files are open on this machine. Close other programs and try again.`;
    case 'in_use':
      return `failed: a file in ${folder} is in use by another program. Close that program and try again.`;
    case 'link':
      return `failed: in ${folder} there is a link in the place of a file. Remove the link and try again.`;
    case 'too_large':
      return `failed: the volume of ${folder} does not allow files of this size. Choose another folder.`;
    default:
      return `failed in ${folder}${condition === undefined ? '' : ` (${condition})`}. Check the disk and the folder, then try again.`;
  }
}

/** The error of a system that has no space left. */
export function noSpace(): Error {
  return Object.assign(new Error('no space'), { code: 'ENOSPC' });
}

/**
 * Converts a file-system error to a TripKitError of kind `disk`; a TripKitError is returned unchanged.
 *
 * @param doing the step, as the beginning of a sentence: "Saving the document"
 * @param path the file concerned; the sentence names its folder
 */
export function diskError(
  error: unknown,
  doing: string,
  path: string,
  platform: string = process.platform,
): TripKitError {
  if (error instanceof TripKitError) return error;
  const condition = diskCondition(errorCode(error));
  const message = `${doing} ${sentence(condition, dirname(path), platform)}`;
  return new TripKitError('disk', message, { condition, cause: error });
}
