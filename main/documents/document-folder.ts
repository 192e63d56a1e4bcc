/**
 * The folders of finished documents. The app names documents by our own ids, the headless command by the service's ids
 * (below). A document appears under its name complete and durably written.
 */

import { createHash } from 'node:crypto';
import { link, lstat, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { FileLock } from '../common/file-lock.ts';
import { errorCode, hashFile, nullIfMissing, syncFile, syncFolder, untilClosed } from '../common/files.ts';
import { removeFile } from '../common/whole-file.ts';
import { tidyPart } from './part-file.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Paths of a kit's document, of its unfinished part, and of its parcel (parcel-writer.ts).
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
    await untilClosed(() => rename(part, file));
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

/** Error codes of link(2) on file systems without hard links: FAT, exFAT, some network and FUSE volumes. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL', 'UNKNOWN']);

/**
 * Moves without ever overwriting. False if the name exists.
 *
 * @param check called while the file has both names; if it throws, the old name stays
 */
export async function moveIfFree(part: string, file: string, check?: () => Promise<void>): Promise<boolean> {
  try {
    await link(part, file);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (NO_LINKS.has(code)) return renameIfFree(part, file);
    throw error;
  }
  await check?.();
  await untilClosed(() => rm(part, { force: true }));
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
    if ((await lstat(file).catch(nullIfMissing)) !== null) return false;
    await untilClosed(() => rename(part, file));
    return true;
  } finally {
    await lock.release();
  }
}

/** False if the name belongs to a folder, or to a file that can't be read. */
async function isSameDocument(part: string, file: string, sha256: string): Promise<boolean> {
  const [ours, theirs] = [await lstat(part), await lstat(file).catch(() => null)];
  if (theirs === null || !theirs.isFile() || theirs.size !== ours.size) return false;
  return (await hashFile(file).catch(() => null)) === sha256;
}

// Names of saved documents, as docs/profile-and-headless.md defines them (section 2, the last paragraph).

/** Common limit of file systems for one name, bytes. Our names are ASCII, one byte a character. */
const NAME_BYTES = 255;
/** Leaves room for `-2` … `-999999` and `.pdf`. */
const LONGEST_NAME = NAME_BYTES - '-999999.pdf'.length;
/** Leaves room for the additions of PartFile and `publish`, at most `.<name>.part.name.lock`. */
const LONGEST_PART_NAME = NAME_BYTES - '..part.name.lock'.length;
/** Device names of Windows, reserved with any extension (learn.microsoft.com, "Naming Files, Paths"). */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Shortens a name to `longest` bytes; a digest of `whole` replaces the rest, so different names stay different. */
function shortened(name: string, longest: number, whole: string): string {
  if (name.length <= longest) return name;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return `${name.slice(0, longest - digest.length - 1)}-${digest}`;
}

/**
 * The file name of a kit's document, without `.pdf`: every character (Unicode code point) outside
 * `A-Za-z0-9._-` is replaced by `_`. A name that is too long for a file system is shortened; different ids still have
 * different names. On Windows a device name gets a `_` in front.
 */
export function documentName(tripkit_id: string, platform: NodeJS.Platform = process.platform): string {
  const safe = tripkit_id.replace(/[^A-Za-z0-9._-]/gu, '_');
  const allowed = platform === 'win32' && DEVICE.test(safe) ? `_${safe}` : safe;
  return shortened(allowed, LONGEST_NAME, tripkit_id);
}

/** The hidden file in `dir` that the document of that name is downloaded into. */
export function partPath(dir: string, name: string): string {
  return join(dir, `.${shortened(name, LONGEST_PART_NAME, name)}.part`);
}

/** A name reserved for one kit of this run. */
interface Reservation {
  tripkit_id: string;
  /** Without `.pdf`. */
  name: string;
  /** Path of the unfinished document. */
  part: string;
}

/**
 * The names of one run in one folder: kits whose names collide get different ones (`-2`, `-3`, …) in the order of
 * reservation, so the same input gives the same names. The same tripkit_id always has the same reservation.
 */
export class NamedDocuments {
  readonly dir: string;
  readonly #platform: NodeJS.Platform;
  readonly #reservations = new Map<string, Reservation>();
  readonly #taken = new Set<string>();

  constructor(dir: string, platform: NodeJS.Platform = process.platform) {
    this.dir = dir;
    this.#platform = platform;
  }

  reserve(tripkit_id: string): Reservation {
    const known = this.#reservations.get(tripkit_id);
    if (known !== undefined) return known;
    const base = documentName(tripkit_id, this.#platform);
    let name = base;
    for (let n = 2; this.isReserved(name); n += 1) name = `${base}-${n}`;
    this.#taken.add(this.#key(name));
    const reservation = { tripkit_id, name, part: partPath(this.dir, name) };
    this.#reservations.set(tripkit_id, reservation);
    return reservation;
  }

  /** Whether a kit of this run has that name. */
  isReserved(name: string): boolean {
    return this.#taken.has(this.#key(name));
  }

  /** macOS and Windows do not distinguish `A.pdf` from `a.pdf`. */
  #key(name: string): string {
    return this.#platform === 'win32' || this.#platform === 'darwin' ? name.toLowerCase() : name;
  }
}
