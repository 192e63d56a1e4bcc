import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { TripKitError } from '../common/errors.ts';
import type { ErrorKind } from '../common/failure.ts';
import { abortable } from '../common/wait.ts';

/** Time limit for reading a chosen file, ms: it may be on an unreachable network drive. */
const READ_TIMEOUT_MS = 15_000;

/**
 * Reads a file that a person chose.
 * @param max_bytes of a longer file one byte more is read, whatever its size says: it may grow, or be a device
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
    // A pipe that nobody writes to would block the thread that opens it.
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
    await using file = await abortable(open(path, flags), signal);
    const bytes = await abortable(readUpTo(file, max_bytes + 1, signal), signal);
    if (bytes.length > max_bytes) {
      throw new TripKitError(
        kind,
        `${what} is larger than ${max_bytes / 1024} KiB. Choose the file that you were given.`,
      );
    }
    return bytes;
  } catch (error) {
    if (error instanceof TripKitError) throw error;
    throw new TripKitError(
      'disk',
      `${what} can't be read. Check that it is still there and that you may open it, then choose it again.`,
      { cause: error },
    );
  }
}

async function readUpTo(file: FileHandle, bytes: number, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const stream = file.createReadStream({ start: 0, end: bytes - 1, autoClose: false, signal });
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
