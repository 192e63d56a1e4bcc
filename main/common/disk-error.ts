/** Turns what the file system says into sentences that a person can act on. */
import { dirname } from 'node:path';
import { TripKitError } from './errors.ts';
import { errorCode } from './files.ts';

/**
 * What a disk failure comes down to; the `condition` of every TripKitError of kind `disk`. What was written before such
 * a failure stays, and the same step can be tried again:
 * - `no_space`: the volume or the account's quota is full
 * - `no_access`: this account may not
 * - `read_only`: the volume can't be written at all
 * - `gone`: the folder or its volume is not there any more
 * - `io`: the disk itself failed
 * - `in_use`: another program has it
 * - `link`: a symbolic link is in a file's place
 */
export type DiskCondition = 'no_space' | 'no_access' | 'read_only' | 'gone' | 'io' | 'in_use' | 'link';

/** The codes of errno(3), as Node gives them. */
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

/** The condition that a code of Node's system errors stands for; the code itself where it has none. */
export function diskCondition(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return Object.entries(codes).find(([, known]) => known.includes(code))?.[0] ?? code;
}

/** What happened, and what to do next: the end of a sentence that begins with the step. */
function sentence(condition: string | undefined, folder: string): string {
  switch (condition) {
    case 'no_space':
      return `failed: there is no space left in ${folder}. Free some space and try again.`;
    case 'no_access':
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

/**
 * A file-system error as a TripKitError of kind `disk`; one that is a TripKitError already stays as it is.
 *
 * @param doing the step, as the beginning of a sentence: "Saving the document"
 * @param path the file that it was about; its folder is named in the sentence
 */
export function diskError(error: unknown, doing: string, path: string): TripKitError {
  if (error instanceof TripKitError) return error;
  const condition = diskCondition(errorCode(error));
  const message = `${doing} ${sentence(condition, dirname(path))}`;
  return new TripKitError('disk', message, { condition, cause: error });
}
