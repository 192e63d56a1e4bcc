/** Puts kits and their result files into the folder of deliveries: complete or not at all; nothing is overwritten. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { errorCode, nullIfMissing, readPieces, syncFolder, untilClosed } from '../common/files.ts';
import type { Trip } from '../common/trip.ts';
import { documentName, publish } from '../documents/document-folder.ts';
import { deliveryNames } from './rules/delivery-name.ts';

/** The ending of a result file's name; the same as that of the report beside a trip file. */
export const RESULT = '.result.json';
/** Leaves room for suffixes that this app or others add, characters. */
const LONGEST = 180;

/**
 * A name, without its ending, that no file in `out` has and that is not taken. The template's folders stand before it, with `/`.
 *
 * @param isTaken whether another kit has the name, even if its files are not written yet
 * @throws TripKitError of kind `disk` if the folder can't be read
 */
export async function freeName(
  out: string,
  template: string,
  { trip, tripkit_id }: { trip: Trip; tripkit_id: string | null },
  isTaken: (name: string) => boolean,
): Promise<string> {
  const base = deliveryNames(template, trip, tripkit_id).map(safeName).join('/');
  try {
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? base : `${base}-${n}`;
      if (isTaken(name)) continue;
      const taken = await Promise.all(
        ['.pdf', RESULT].map((ending) => lstat(join(out, name + ending)).catch(nullIfMissing)),
      );
      if (taken.every((stats) => stats === null)) return name;
    }
  } catch (error) {
    throw diskError(error, 'Delivering the kit', join(out, `${base}.pdf`));
  }
}

/** A name that is valid on every file system, as `fetch` uses; never a hidden one, or a Windows device. */
export function safeName(name: string): string {
  const safe = documentName(name.trim(), 'win32').replace(/^\.+/, (dots) => '_'.repeat(dots.length));
  if (safe.length <= LONGEST) return safe === '' ? '_' : safe;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${safe.slice(0, LONGEST - digest.length - 1)}-${digest}`;
}

/**
 * Copies a document under its name. Does nothing if a file of that name has the same content.
 *
 * @param sha256 of the document, hex: the copy must match it
 * @param isTaken names that other kits have
 * @returns its final name, without `.pdf`
 * @throws TripKitError of kind `disk`, or `document` if it is not what was verified; then no file has the name
 */
export async function deliver(
  document: string,
  out: string,
  { id, name, sha256 }: { id: string; name: string; sha256: string },
  isTaken: (name: string) => boolean,
  signal: AbortSignal,
): Promise<string> {
  const folder = dirname(join(out, name));
  const part = join(folder, `.${id}.part`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  await access(document).catch(() => {
    throw notSound();
  });
  try {
    // Left by a process that died; nothing else writes under this name.
    await rm(part, { force: true });
    const file = await open(part, flags, 0o666);
    try {
      const hash = createHash('sha256');
      for await (const piece of readPieces(document, { signal })) {
        hash.update(piece);
        await file.writeFile(piece);
      }
      if (hash.digest('hex') !== sha256) throw notSound();
      await file.sync();
    } finally {
      await file.close();
    }
    const inFolder = (other: string) => join(dirname(name), other).replaceAll('\\', '/');
    const isReserved = (other: string) => isTaken(inFolder(other));
    return inFolder(basename(await publish(part, folder, basename(name), { sha256, isReserved }), '.pdf'));
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    if (signal.aborted) throw signal.reason;
    throw diskError(error, 'Delivering the kit', join(out, `${name}.pdf`));
  }
}

/** Makes the folders of a name in `out`. @throws TripKitError of kind `disk`, also if a link is in the place of a folder */
export async function makeFolders(out: string, name: string): Promise<void> {
  let folder = out;
  try {
    for (const one of name.split('/').slice(0, -1)) {
      folder = join(folder, one);
      await mkdir(folder).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
      if (!(await lstat(folder)).isDirectory())
        throw Object.assign(new Error('no folder'), { code: 'ELOOP' });
    }
  } catch (error) {
    throw diskError(error, 'Delivering the kit', folder);
  }
}

/**
 * Writes JSON for people and programs to a file of our own, replacing an earlier one of ours.
 *
 * @param id names the file while it is written
 * @param shown the path in sentences
 * @throws TripKitError of kind `disk`
 */
export async function writeJson(path: string, id: string, value: object, shown = path): Promise<void> {
  const part = join(path, '..', `.${id}${RESULT}.part`);
  try {
    await rm(part, { force: true });
    await writeFile(part, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx', mode: 0o666, flush: true });
    await untilClosed(() => rename(part, path));
    await syncFolder(join(path, '..'));
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw diskError(error, 'Writing the result', shown);
  }
}

function notSound(): TripKitError {
  return new TripKitError(
    'document',
    'The document of this kit is no longer what was verified, so it is not delivered. It is downloaded again when the app finds that out; else request the kit again.',
  );
}
