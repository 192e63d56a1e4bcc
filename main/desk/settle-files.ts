/** Moves trip files that were read out of the folder of arrivals, and puts their reports beside them. */
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { nullIfMissing, syncFolder, untilClosed } from '../common/files.ts';
import { moveIfFree } from '../documents/document-folder.ts';
import { RESULT, writeJson } from './deliver.ts';
import type { IntakeFile } from './intake-store.ts';
import type { FileReport } from './watch-events.ts';
import type { WatchedFolder } from './watched-folder.ts';

/**
 * Moves a file to `done` or `failed`, under a free name.
 *
 * @returns its new place. Its size and time are those that were read: if it was changed since, the next check notices that.
 * @throws TripKitError of kind `disk`, or `config` if a folder may not be worked in
 */
export async function moveFile(
  folder: WatchedFolder,
  file: IntakeFile,
): Promise<{ folder: 'done' | 'failed'; name: string }> {
  const { folder: from, name, sound } = file;
  const to = sound ? 'done' : 'failed';
  try {
    await folder.create(to);
    if (from === to) return { folder: to, name };
    const moved = await folder.inside(from, (source) =>
      folder.inside(to, (target) => moveBetween(source, target, file)),
    );
    return { folder: to, name: moved };
  } catch (error) {
    throw diskError(error, 'Moving a trip file', join(folder.path, to, name));
  }
}

/** @returns the file's name in the folder `to` */
async function moveBetween(from: string, to: string, { name, inode }: IntakeFile): Promise<string> {
  const source = join(from, name);
  // Another file of the name is not this one: it has arrived since, and is read as the next one.
  const isHere = (await inodeOf(source)) === inode;
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : numberedName(name, n);
    const target = join(to, free);
    if (!isHere) {
      // A person, or a move before a kill, has already moved it.
      if (await isSameFileOrMissing(target, inode)) return free;
      continue;
    }
    if (!(await moveArrival(source, target, inode))) continue;
    await syncFolder(to);
    await syncFolder(from);
    return free;
  }
}

/** Writes the report beside the file. @throws TripKitError of kind `disk`, or `config` if its folder may not be worked in */
export async function writeReport(folder: WatchedFolder, file: IntakeFile): Promise<void> {
  const name = `${file.name}${RESULT}`;
  const shown = join(folder.path, file.folder, name);
  try {
    await folder.inside(file.folder, (at) => writeJson(join(at, name), file.id, reportOf(file), shown));
  } catch (error) {
    throw diskError(error, 'Writing the result', shown);
  }
}

/** Removes the report beside a file that has left this place. @throws as `writeReport` */
export async function removeReport(folder: WatchedFolder, { folder: at, name }: IntakeFile): Promise<void> {
  const report = `${name}${RESULT}`;
  try {
    await folder.inside(at, (place) => untilClosed(() => rm(join(place, report), { force: true })));
  } catch (error) {
    throw diskError(error, 'Removing a result', join(folder.path, at, report));
  }
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
async function isSameFileOrMissing(path: string, inode: string): Promise<boolean> {
  if ((await inodeOf(`${path}${RESULT}`)) !== null) return false;
  const found = await inodeOf(path);
  return found === null || found === inode;
}

/** The number of the file of this name (Arrival.inode); null if there is none. */
async function inodeOf(path: string): Promise<string | null> {
  const stats = await lstat(path).catch(nullIfMissing);
  return stats === null ? null : String(stats.ino);
}

/** Moves without overwriting; false if the name is taken. */
async function moveArrival(from: string, to: string, inode: string): Promise<boolean> {
  // A report there belongs to an earlier file of this name.
  if ((await inodeOf(`${to}${RESULT}`)) !== null) return false;
  const moved = await moveIfFree(from, to, async () => {
    if ((await inodeOf(to)) === inode) return;
    await rm(to, { force: true });
    throw new TripKitError(
      'disk',
      'A trip file was replaced while it was moved. It is tried again automatically.',
      { condition: 'in_use' },
    );
  });
  return moved || isSameFile(from, to);
}

/** Whether both names are one file: a kill may have come between the two steps of a move. */
async function isSameFile(from: string, to: string): Promise<boolean> {
  const [a, b] = [await lstat(from), await lstat(to)];
  if (a.ino === 0 || a.ino !== b.ino || a.dev !== b.dev) return false;
  await untilClosed(() => rm(from, { force: true }));
  return true;
}
