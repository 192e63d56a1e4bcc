/** The kits that a desk has delivered, as they go on a shelf. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { serviceMessage } from '../common/failure.ts';
import { RESULT } from '../desk/deliver.ts';
import { json, tripSchema } from '../store/row-schema.ts';
import type { Publication } from './shelf-desk.ts';

const delivered = json.pipe(
  z.object({
    state: z.literal('delivered'),
    tripkit_id: z.string().min(1),
    trip: tripSchema,
    file: z.string().min(1),
    bytes: z.number(),
    sha256: z.string(),
    pages: z.number(),
    messages: z.array(serviceMessage),
    times: z.object({ taken: z.string(), requested: z.string().nullable() }),
  }),
);

/**
 * A delivered kit for the shelf.
 *
 * @param result the JSON of its result
 * @param path of its PDF, absolute
 * @returns null if the result is none of a delivered kit
 */
export function publicationOf(result: string, path: (file: string) => string): Publication | null {
  const read = delivered.safeParse(result);
  if (!read.success) return null;
  const { tripkit_id, trip, file, bytes, sha256, pages, messages, times } = read.data;
  const requested_at = times.requested ?? times.taken;
  return { tripkit_id, trip, requested_at, bytes, sha256, pages, messages, path: path(file) };
}

/**
 * The kits that lie in a folder of deliveries, by their result files, with those in its folders.
 *
 * @param folder absolute
 * @throws TripKitError of kind `disk`
 */
export async function deliveriesIn(folder: string): Promise<Publication[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const results = entries.filter((entry) => entry.isFile() && entry.name.endsWith(RESULT));
    const kits = await Promise.all(
      results.map(async ({ name, parentPath }) =>
        publicationOf(await readFile(join(parentPath, name), 'utf8'), (file) =>
          join(parentPath, basename(file)),
        ),
      ),
    );
    return kits.filter((kit) => kit !== null);
  } catch (error) {
    throw diskError(error, 'Reading the delivered kits', folder);
  }
}
