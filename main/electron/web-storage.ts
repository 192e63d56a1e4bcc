import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where Chromium stores data of pages, below the user data. Our pages store nothing: the main process keeps their choices. Code that V8
 * and the GPU compiled would be run as it is found, whoever wrote it, past the app's integrity check: it lasts for one run.
 */
const FOLDERS = [
  'blob_storage',
  'Cache',
  'Code Cache',
  'databases',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'File System',
  'GPUCache',
  'IndexedDB',
  'Local Storage',
  'Service Worker',
  'Session Storage',
  'Shared Dictionary',
  'WebStorage',
] as const;

/**
 * Removes what pages and Chromium stored in the last run, for example by a compromised document. Call before the app is ready, while
 * Chromium does not use the files. Never throws: the next start removes what is left.
 *
 * @param user_data absolute
 */
export function dropWebStorage(user_data: string): void {
  for (const folder of FOLDERS) {
    try {
      rmSync(join(user_data, folder), { recursive: true, force: true });
    } catch {
      // In use, or the disk fails: others report that.
    }
  }
}
