import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { abortable } from '../common/wait.ts';
import { diskError } from '../library/disk-error.ts';
import { appDocument } from '../library/document-folder.ts';

/** How long a copy on this laptop's own disk may take, ms. */
const COPY_TIMEOUT_MS = 60_000;

/**
 * Copies a kit's document beside the library, for a drag that waits for it: the file system clones it where it can, and nothing
 * is flushed, because it is thrown away at the end. `to` holds it only once it is whole.
 * @throws TripKitError of kind `disk`
 */
export async function copyForDrag(folder: string, kit_id: string, to: string): Promise<void> {
  const part = join(dirname(to), `.${randomUUID()}.part`);
  try {
    const how = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
    const copied = copyFile(appDocument(folder, kit_id).file, part, how);
    await abortable(copied, AbortSignal.timeout(COPY_TIMEOUT_MS));
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw diskError(error, 'Copying the document', to);
  }
}
