import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskError } from './disk-error.ts';

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
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw diskError(error, doing, path);
  }
}
