import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskError } from './disk-error.ts';

/**
 * Writes a file that is there whole or not at all: `write` fills a `.part` beside it, which then takes its name.
 *
 * @param doing what is done, at the beginning of a sentence: "Saving the file"
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
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw diskError(error, doing, path);
  }
}
