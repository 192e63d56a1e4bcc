import { open } from 'node:fs/promises';
import { TripKitError } from '../common/errors.ts';
import type { ErrorKind } from '../common/failure.ts';
import { abortable } from '../common/wait.ts';

/** Time limit for reading a chosen file, ms: it may be on an unreachable network drive. */
const READ_TIMEOUT_MS = 15_000;

/**
 * Reads a file that a person chose.
 * @param max_bytes a longer file is refused without reading it
 * @param what the file in a sentence, such as "The profile file"
 * @throws TripKitError of `kind` if it is too long, of kind `disk` if it can't be read
 */
export async function readChosenFile(
  path: string,
  max_bytes: number,
  what: string,
  kind: ErrorKind,
): Promise<Buffer> {
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    await using file = await abortable(open(path, 'r'), signal);
    const { size } = await abortable(file.stat(), signal);
    if (size > max_bytes) {
      throw new TripKitError(
        kind,
        `${what} is larger than ${max_bytes / 1024} KiB. Choose the file that you were given.`,
      );
    }
    return await abortable(file.readFile({ signal }), signal);
  } catch (error) {
    if (error instanceof TripKitError) throw error;
    throw new TripKitError(
      'disk',
      `${what} can't be read. Check that it is still there and that you may open it, then choose it again.`,
      { cause: error },
    );
  }
}
