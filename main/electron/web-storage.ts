import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where Chromium keeps what pages store, below the user data. No page of ours stores anything: what it chose the main process keeps. */
const FOLDERS = [
  'blob_storage',
  'databases',
  'File System',
  'IndexedDB',
  'Local Storage',
  'Service Worker',
  'Session Storage',
  'WebStorage',
] as const;

/**
 * Removes what pages stored in the run before: that of a document that was taken over, which no other page can read. Call before
 * the app is ready, while no Chromium has the files. Never throws: what can't be removed is removed at another start.
 *
 * @param user_data absolute
 */
export function dropWebStorage(user_data: string): void {
  for (const folder of FOLDERS) {
    try {
      rmSync(join(user_data, folder), { recursive: true, force: true });
    } catch {
      // In use, or the disk fails: of that others tell.
    }
  }
}
