/** Ways to write a file completely or not at all. */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskError } from './disk-error.ts';
import { syncFolder, untilClosed } from './files.ts';

/** What the name of a file ends in while it is being replaced; a killed process leaves such a file. */
export const UNFINISHED = '.new';
/** `wx` follows no link and keeps no mode of a file that a killed process left. */
const PRIVATE = { mode: 0o600, flag: 'wx', flush: true } as const;

/**
 * Replaces a file of the app's own by this text, completely or not at all and durably. Only its owner can read it.
 *
 * @param options.name_later the caller makes the names of several files durable together (syncFolder)
 * @throws the file system's error; the file is unchanged then
 */
export async function replaceFile(path: string, text: string, { name_later = false } = {}): Promise<void> {
  const fresh = path + UNFINISHED;
  await rm(fresh, { force: true });
  try {
    await writeFile(fresh, text, PRIVATE);
    await untilClosed(() => rename(fresh, path));
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    throw error;
  }
  if (!name_later) await syncFolder(dirname(path));
}

/** As replaceFile, for callers that can't wait (the process may be about to end). @throws the file system's error */
export function replaceFileSync(path: string, text: string): void {
  const fresh = path + UNFINISHED;
  rmSync(fresh, { force: true });
  try {
    writeFileSync(fresh, text, PRIVATE);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Removes a file that replaceFile writes, and what a killed process left beside it. @throws the file system's error */
export async function removeFile(path: string): Promise<void> {
  for (const one of [path, path + UNFINISHED]) await untilClosed(() => rm(one, { force: true }));
}

/**
 * Writes a file completely or not at all: `write` fills a `.part` file beside it, which is then renamed.
 *
 * @param doing the step, as the beginning of a sentence: "Saving the file"
 * @throws TripKitError: what `write` threw, else of kind `disk`
 */
export async function writeWholeFile(
  path: string,
  doing: string,
  write: (part: string) => Promise<unknown>,
): Promise<void> {
  const part = join(dirname(path), `.${randomUUID()}.part`);
  try {
    await write(part);
    await untilClosed(() => rename(part, path));
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw diskError(error, doing, path);
  }
}
