import { type FSWatcher, watch } from 'node:fs';

/**
 * Calls `onChange` when the system reports a change in the folder, if it can. Returns a function that stops this.
 *
 * @param onChange gets the file's name, or null if the system does not tell it
 */
export function onFolderChange(folder: string, onChange: (name: string | null) => void): () => void {
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(folder, { persistent: false }, (_event, name) => onChange(name));
    // Whoever looks at the folder next sees the error.
    watcher.on('error', () => watcher?.close());
  } catch {
    // Not every file system reports changes.
  }
  return () => watcher?.close();
}
