/**
 * The folders of finished documents. The app names documents by our own ids, the headless command by the service's ids
 * (document-name.ts). A document appears under its name complete and durably written.
 */
import { link, lstat, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { FileLock } from '../common/file-lock.ts';
import { errorCode, syncFolder } from '../common/files.ts';
import { hashFile } from '../common/hash-file.ts';
import { removeFile } from '../common/whole-file.ts';
import { tidyPart } from './part-file.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Paths of a kit's document, of its unfinished part, and of its parcel (kit-parcel.ts).
 * `kit_id` is our own UUID, never the service's id.
 */
export function appDocument(folder: string, kit_id: string): { file: string; part: string; parcel: string } {
  if (!UUID.test(kit_id)) throw new TypeError('a document of the app is named by a UUID');
  const path = (ending: string) => join(folder, `${kit_id}.${ending}`);
  return { file: path('pdf'), part: path('part'), parcel: path('kit.json') };
}

/**
 * Moves a finished part to its place in the app's folder, replacing an earlier document of the kit, in one atomic step.
 *
 * @returns the document's path
 * @throws TripKitError of kind `disk`; the part then still exists
 */
export async function publishInApp(part: string, folder: string, kit_id: string): Promise<string> {
  const { file } = appDocument(folder, kit_id);
  try {
    await syncFile(part);
    await rename(part, file);
    await syncFolder(folder);
  } catch (error) {
    throw diskError(error, 'Saving the document', file);
  }
  await tidyPart(part);
  return file;
}

/**
 * Renames a finished part to `<dir>/<name>.pdf` without overwriting. If a file of that name has the same content, it is
 * the document and the part is deleted; if it has other content, `-2`, `-3`, … is tried.
 *
 * @param options.isReserved names that other kits of this run have reserved; they are never used (NamedDocuments.isReserved)
 * @param options.sha256 of the part, hex, if known; otherwise it is computed when needed
 * @returns the document's path
 * @throws TripKitError of kind `disk`; the part then still exists
 */
export async function publish(
  part: string,
  dir: string,
  name: string,
  options: { isReserved?: (name: string) => boolean; sha256?: string } = {},
): Promise<string> {
  let sha256 = options.sha256;
  try {
    await syncFile(part);
    for (let n = 1; ; n += 1) {
      const candidate = n === 1 ? name : `${name}-${n}`;
      if (n > 1 && options.isReserved?.(candidate) === true) continue;
      const file = join(dir, `${candidate}.pdf`);
      if (!(await moveIfFree(part, file))) {
        sha256 ??= await hashFile(part);
        if (!(await isSameDocument(part, file, sha256))) continue;
        await rm(part, { force: true });
      }
      await syncFolder(dir);
      await tidyPart(part);
      return file;
    }
  } catch (error) {
    throw diskError(error, 'Saving the document', join(dir, `${name}.pdf`));
  }
}

/** Free bytes for this account on the volume of `dir`, or of its nearest parent that exists. */
export async function freeSpace(dir: string): Promise<number> {
  for (let folder = dir; ; folder = dirname(folder)) {
    try {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) {
        throw diskError(error, 'Checking for free space', join(dir, '.'));
      }
    }
  }
}

/**
 * Deletes a kit's document, its parcel and an unfinished part. Does nothing if there is none.
 * Call it before the kit's row is removed: a document or parcel without a row is treated as one whose row was lost.
 */
export async function removeFromApp(folder: string, kit_id: string): Promise<void> {
  const { file, part, parcel } = appDocument(folder, kit_id);
  try {
    for (const path of [file, part]) await rm(path, { force: true });
    await removeFile(parcel);
  } catch (error) {
    throw diskError(error, 'Removing the document', file);
  }
  await tidyPart(part);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Error codes of link(2) on file systems without hard links: FAT, exFAT, some network and FUSE volumes. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL', 'UNKNOWN']);

/** Moves without ever overwriting. False if the name exists. */
async function moveIfFree(part: string, file: string): Promise<boolean> {
  try {
    await link(part, file);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (NO_LINKS.has(code)) return renameIfFree(part, file);
    throw error;
  }
  await rm(part, { force: true });
  return true;
}

/**
 * For volumes without hard links: rename(2) would overwrite, so our own processes take turns by a lock and check first.
 * Exported for its test: such file systems are not available everywhere.
 */
export async function renameIfFree(part: string, file: string): Promise<boolean> {
  const lock = await FileLock.take(`${part}.name.lock`);
  if (lock === null) {
    throw new TripKitError(
      'disk',
      `Another Trip Kit Desktop is saving to ${dirname(file)} at this moment. Try again when it has finished.`,
      { condition: 'in_use' },
    );
  }
  try {
    if (await exists(file)) return false;
    await rename(part, file);
    return true;
  } finally {
    await lock.release();
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** False if the name belongs to a folder, or to a file that can't be read. */
async function isSameDocument(part: string, file: string, sha256: string): Promise<boolean> {
  const [ours, theirs] = [await lstat(part), await lstat(file).catch(() => null)];
  if (theirs === null || !theirs.isFile() || theirs.size !== ours.size) return false;
  return (await hashFile(file).catch(() => null)) === sha256;
}
