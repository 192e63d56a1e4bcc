/** Moves trip files that were read out of the folder of arrivals, and puts their reports beside them. */
import { link, lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { errorCode, syncFolder } from '../common/files.ts';
import { renameIfFree } from '../documents/document-folder.ts';
import { nullIfMissing } from './arrivals.ts';
import { RESULT, writeJson } from './deliver.ts';
import type { IntakeFile } from './intake-store.ts';
import type { FileReport } from './watch-events.ts';

/**
 * Moves a file to `done` or `failed`, under a free name.
 *
 * @param folder of arrivals, absolute
 * @returns its new place. Its size and time are those that were read: if it was changed since, the next check notices that.
 * @throws TripKitError of kind `disk`
 */
export async function moveFile(
  folder: string,
  { folder: from, name, sound, size, mtime }: IntakeFile,
): Promise<{ folder: 'done' | 'failed'; name: string }> {
  const to = sound ? 'done' : 'failed';
  if (from === to) return { folder: to, name };
  const source = join(folder, from, name);
  try {
    await mkdir(join(folder, to), { recursive: true });
    const isHere = (await lstat(source).catch(nullIfMissing)) !== null;
    for (let n = 1; ; n += 1) {
      const free = n === 1 ? name : numberedName(name, n);
      const target = join(folder, to, free);
      if (!isHere) {
        // A person, or a move before a kill, has already moved it.
        if (await isSameFileOrMissing(target, { size, mtime })) return { folder: to, name: free };
        continue;
      }
      if (!(await moveIfFree(source, target))) continue;
      await syncFolder(join(folder, to));
      await syncFolder(join(folder, from));
      return { folder: to, name: free };
    }
  } catch (error) {
    throw diskError(error, 'Moving a trip file', join(folder, to, name));
  }
}

/** Writes the report beside the file. @throws TripKitError of kind `disk` */
export function writeReport(folder: string, file: IntakeFile): Promise<void> {
  return writeJson(join(folder, file.folder, `${file.name}${RESULT}`), file.id, reportOf(file));
}

export function reportOf({ name, sha256, sound, taken_at, report }: IntakeFile): FileReport {
  const taken = new Date(taken_at).toISOString();
  return { state: sound ? 'taken' : 'failed', file: name, sha256, taken, lines: report };
}

/** `roster-2.csv` for `roster.csv`. */
function numberedName(name: string, n: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}-${n}${name.slice(dot)}` : `${name}-${n}`;
}

/** Whether the file of a name without a report is this file, or is missing. */
async function isSameFileOrMissing(
  path: string,
  { size, mtime }: { size: number; mtime: number },
): Promise<boolean> {
  if ((await lstat(`${path}${RESULT}`).catch(nullIfMissing)) !== null) return false;
  const stats = await lstat(path).catch(nullIfMissing);
  return stats === null || (stats.size === size && stats.mtimeMs === mtime);
}

const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL', 'UNKNOWN']);

/** Moves without overwriting; false if the name is taken. */
async function moveIfFree(from: string, to: string): Promise<boolean> {
  // A report there belongs to an earlier file of this name.
  if ((await lstat(`${to}${RESULT}`).catch(nullIfMissing)) !== null) return false;
  try {
    await link(from, to);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return isSameFile(from, to);
    if (NO_LINKS.has(code)) return renameIfFree(from, to);
    throw error;
  }
  await rm(from, { force: true });
  return true;
}

/** Whether both names are one file: a kill may have come between the two steps of a move. */
async function isSameFile(from: string, to: string): Promise<boolean> {
  const [a, b] = [await lstat(from), await lstat(to)];
  if (a.ino === 0 || a.ino !== b.ino || a.dev !== b.dev) return false;
  await rm(from, { force: true });
  return true;
}
