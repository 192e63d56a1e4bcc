import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskError } from '../library/disk-error.ts';

/** How long writing may take, ms: it may be a stick, or a network drive that is gone. */
const WRITE_TIMEOUT_MS = 60_000;

/** Writes a text to where a person chose; the file is there whole or not at all. @throws TripKitError of kind `disk` */
export async function writeWhole(path: string, text: string): Promise<void> {
  const part = join(dirname(path), `.${randomUUID()}.part`);
  try {
    await writeFile(part, text, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
      signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
    });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw diskError(error, 'Saving the file', path);
  }
}
