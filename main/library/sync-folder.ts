import { open } from 'node:fs/promises';
import { errorCode } from './disk-error.ts';

/** Systems that can't sync a folder say so in one of these ways (Windows: EPERM, EISDIR; network volumes: EINVAL). */
const unsupported = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF']);

/**
 * Makes names that were given or taken in this folder durable (fsync(2), "a separate fsync of the directory"). Does
 * nothing where the system can't.
 *
 * @throws the file system's error
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!unsupported.has(errorCode(error) ?? '')) throw error;
  }
}
