/** Turns what the file system says into sentences that a person can act on. */
import { dirname } from 'node:path';
import { TripKitError } from '../common/errors.ts';

/** The error code of Node's system errors (`ENOSPC`, …), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What happened, and what to do next, by error code. */
function sentence(code: string | undefined, doing: string, folder: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `${doing} failed: there is no space left in ${folder}. Free some space and try again.`;
    case 'EACCES':
    case 'EPERM':
      return `${doing} failed: writing to ${folder} is not allowed. Give your account write access to this folder or choose another one.`;
    case 'EROFS':
      return `${doing} failed: ${folder} is on a read-only volume. Make the volume writable or choose another folder.`;
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENODEV':
    case 'ENXIO':
    case 'ESTALE':
      return `${doing} failed: ${folder} is not there. If it is on a removable or network volume, connect it and try again.`;
    case 'EIO':
      return `${doing} failed: the disk that holds ${folder} reported an error. Check the disk, then try again.`;
    case 'EMFILE':
    case 'ENFILE':
      return `${doing} failed: too many files are open on this machine. Close other programs and try again.`;
    case 'EBUSY':
    case 'ETXTBSY':
      return `${doing} failed: a file in ${folder} is in use by another program. Close that program and try again.`;
    case 'EFBIG':
      return `${doing} failed: the volume of ${folder} does not allow files of this size. Choose another folder.`;
    default:
      return `${doing} failed in ${folder}${code === undefined ? '' : ` (${code})`}. Check the disk and the folder, then try again.`;
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
  const code = errorCode(error);
  return new TripKitError('disk', sentence(code, doing, dirname(path)), { condition: code, cause: error });
}
