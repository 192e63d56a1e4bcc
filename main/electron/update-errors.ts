import { TripKitError } from '../common/errors.ts';
import { refused } from '../updates/feed.ts';

/** Codes of electron-updater for content that can't be trusted (electron-updater/out: newError calls). */
const REFUSALS: Record<string, string> = {
  ERR_CHECKSUM_MISMATCH: 'its file is damaged or is not the one that was announced',
  ERR_UPDATER_INVALID_SIGNATURE: 'it is not signed by the publisher of this app',
  ERR_UPDATER_NO_CHECKSUM: 'it came without a checksum',
  ERR_UPDATER_WEB_INSTALLER_DISABLED: 'it would load its parts from elsewhere',
  ERR_UPDATER_INVALID_VERSION: 'its version can’t be read',
  ERR_UPDATER_ZIP_FILE_NOT_FOUND: 'it has no file for this computer',
  ERR_UPDATER_NO_FILES_PROVIDED: 'it has no file for this computer',
};
const DISK_CODES = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EIO']);

/** An error of electron-updater as a failure with a kind and a sentence. */
export function updateError(error: unknown): TripKitError {
  if (error instanceof TripKitError) return error;
  const code = error instanceof Error ? String(Reflect.get(error, 'code') ?? '') : '';
  const why = REFUSALS[code];
  if (why !== undefined) return refused(why, error);
  // Squirrel.Mac has no codes (Electron docs, autoUpdater).
  if (error instanceof Error && /code signature|did not pass validation/i.test(error.message)) {
    return refused('it is not signed by the publisher of this app', error);
  }
  if (DISK_CODES.has(code)) {
    return new TripKitError(
      'disk',
      'The update could not be written to this disk. Check free space and access rights.',
      { cause: error },
    );
  }
  return new TripKitError(
    'network',
    'The place of updates could not be reached. Check the connection and try again later.',
    { cause: error },
  );
}
