/** Files that are made of a kit's document and saved where a person chose. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { TripKitError } from '../common/errors.ts';
import { anySignal } from '../common/wait.ts';
import { writeWholeFile } from '../common/whole-file.ts';

/** Time limit for a copy, ms: enough for 200 MB to a slow USB stick; a network drive may be unreachable. */
const COPY_TIMEOUT_MS = 10 * 60_000;

/**
 * Writes a whole file, or nothing, and never over the app's own document.
 *
 * @param doing as writeWholeFile @param own the kit's document
 * @throws TripKitError of kind `disk`; what `pieces` throws
 */
export async function writeCopy(
  to: string,
  doing: string,
  own: string,
  pieces: (signal: AbortSignal) => AsyncIterable<Buffer>,
  ended?: AbortSignal,
): Promise<void> {
  const signal = anySignal(AbortSignal.timeout(COPY_TIMEOUT_MS), ended);
  await writeWholeFile(to, doing, async (part) => {
    if (await isSameFile(own, to)) {
      throw new TripKitError(
        'disk',
        'This is the app’s own document, which is never changed. Choose another folder or name for the copy.',
        { condition: 'in_use' },
      );
    }
    await pipeline(pieces(signal), createWriteStream(part, { flags: 'wx', flush: true }), { signal });
  });
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other).catch(() => null)]);
  return b !== null && a.dev === b.dev && a.ino === b.ino;
}
