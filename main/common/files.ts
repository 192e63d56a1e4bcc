/** File-system helpers that several rooms use. */
import { open } from 'node:fs/promises';

/** The error code of Node's system errors (`ENOSPC`, …), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Error codes of systems that can't sync a folder (Windows: EPERM, EISDIR; network volumes: EINVAL). */
const CANNOT_SYNC = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF']);

/**
 * Makes new, changed and removed names in this folder durable (fsync(2), "a separate fsync of the directory"). Does
 * nothing if the system can't.
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
    if (!CANNOT_SYNC.has(errorCode(error) ?? '')) throw error;
  }
}
