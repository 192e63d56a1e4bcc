/** The files in the library's folder. start-check.ts compares them with the database. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { errorCode } from '../common/files.ts';

/** A file of the folder. */
export interface FoundFile {
  name: string;
  bytes: number;
  /** When it was last modified, ms since 1970 UTC. */
  modified_at: number;
}

const OUR_FILE =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(pdf|kit\.json|kit\.json\.new|part|part\.json|part\.json\.new|part\.lock|part\.lock\.turn)$/;

/** The kit and the ending of a library file; null if it is not one of the library's files. */
export function libraryFile(name: string): { kit_id: string; ending: string } | null {
  const [, kit_id, ending] = OUR_FILE.exec(name) ?? [];
  return kit_id === undefined || ending === undefined ? null : { kit_id, ending };
}

/** Removes files of the library. Returns the names that could not be removed; they are tried again next time. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const name of names) {
    if (!OUR_FILE.test(name)) continue;
    try {
      await rm(join(folder, name), { force: true });
    } catch {
      left.push(name);
    }
  }
  return left;
}

/** The library's files in its folder, as libraryNames. */
export async function libraryFiles(folder: string): Promise<FoundFile[]> {
  const names = await libraryNames(folder);
  const files = await Promise.all(names.map((name) => look(folder, name)));
  return files.filter((file) => file !== null);
}

/**
 * The names of the library's files in its folder; empty if the folder does not exist.
 *
 * @throws TripKitError of kind `disk` if the folder can't be read
 */
export async function libraryNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() && OUR_FILE.test(entry.name) ? [entry.name] : []));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw diskError(error, 'Checking the library', join(folder, '.'));
  }
}

/** An unreadable file gets length -1, so that its kit counts as altered, not as intact. */
async function look(folder: string, name: string): Promise<FoundFile | null> {
  try {
    const { size, mtimeMs } = await stat(join(folder, name));
    return { name, bytes: size, modified_at: mtimeMs };
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : { name, bytes: -1, modified_at: Infinity };
  }
}
