import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { TripKitError } from '../common/errors.ts';
import { writeWholeFile } from '../common/whole-file.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { MarkRecord } from './mark-record.ts';
import { marksUpdate } from './marked-copy.ts';

/** Time limit for a copy, ms: enough for 200 MB to a slow USB stick; a network drive may be unreachable. */
const COPY_TIMEOUT_MS = 10 * 60_000;

/**
 * Writes a complete copy of a kit's document with marks in it, the document's own bytes first.
 *
 * @throws TripKitError of kind `disk`; of kind `document` if marks can't be written into it (marked-copy.ts)
 */
export async function copyWithMarks(
  folder: string,
  kit_id: string,
  marks: readonly MarkRecord[],
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const { file } = appDocument(folder, kit_id);
  const limit = AbortSignal.any([AbortSignal.timeout(COPY_TIMEOUT_MS), ...(signal ? [signal] : [])]);
  await writeWholeFile(to, 'Saving the copy', async (part) => {
    if (await isSameFile(file, to)) {
      throw new TripKitError(
        'disk',
        'This is the app’s own document, which is never changed. Choose another folder or name for the copy.',
        { condition: 'in_use' },
      );
    }
    const update = await marksUpdate(file, marks, limit);
    const target = createWriteStream(part, { flags: 'wx', flush: true });
    await pipeline(bytesOf(file, update), target, { signal: limit });
  });
}

async function* bytesOf(file: string, update: Buffer): AsyncGenerator<Buffer> {
  yield* createReadStream(file);
  if (update.length > 0) yield update;
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other).catch(() => null)]);
  return b !== null && a.dev === b.dev && a.ino === b.ino;
}
