import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { writeWholeFile } from '../common/whole-file.ts';

/** Time limit for writing, ms: the target may be a USB stick or an unreachable network drive. */
const WRITE_TIMEOUT_MS = 60_000;

/** Writes a file where the person chooses. Returns its name without the folder, or null if they cancelled. */
export async function saveChosen(
  chosen: Promise<string | null>,
  write: (path: string) => Promise<void>,
): Promise<string | null> {
  const path = await chosen;
  if (path === null) return null;
  await write(path);
  return basename(path);
}

/** Writes a text or bytes, completely or not at all. @throws TripKitError of kind `disk` */
export async function writeText(path: string, text: string | Uint8Array): Promise<void> {
  const signal = AbortSignal.timeout(WRITE_TIMEOUT_MS);
  await writeWholeFile(path, 'Saving the file', (part) =>
    writeFile(part, text, { flag: 'wx', mode: 0o600, flush: true, signal }),
  );
}
