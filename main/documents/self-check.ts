/** Compares the files in the library's folder with the database. It only reports: start-check.ts decides. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { errorCode } from '../common/files.ts';
import type { KitRecord } from '../store/kit-record.ts';

/** A file of the folder. */
export interface FoundFile {
  name: string;
  bytes: number;
  /** When it was last modified, ms since 1970 UTC. */
  modified_at: number;
}

export interface SelfCheck {
  /** Ids of kits whose document is missing. */
  missing: string[];
  /** Ids of ready kits whose document has a different length than the verified one. */
  altered: string[];
  /** Ids of kits that count as having no document but have a document file. */
  unknown: string[];
  /**
   * Names of documents, parts and their companion files that no kit needs. Files that are not ours are never included.
   * planStart decides which of them are removed (start-check.ts).
   */
  orphans: string[];
}

const OUR_FILE =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(pdf|kit\.json|kit\.json\.new|part|part\.json|part\.json\.new|part\.lock|part\.lock\.turn)$/;

/** The kit and the ending of a library file; null if it is not one of the library's files. */
export function libraryFile(name: string): { kit_id: string; ending: string } | null {
  const [, kit_id, ending] = OUR_FILE.exec(name) ?? [];
  return kit_id === undefined || ending === undefined ? null : { kit_id, ending };
}

/**
 * Compares kits and files. The document of a kit that is not ready is not an orphan: the program may have died between
 * publishing it and recording that. A ready kit's part is an orphan; the sidecar of an existing document is not.
 */
export function checkLibrary(
  kits: readonly KitRecord[],
  files: readonly Pick<FoundFile, 'name' | 'bytes'>[],
): SelfCheck {
  const sizes = new Map(files.map((file) => [file.name, file.bytes]));
  const known = new Map(kits.map((kit) => [kit.id.toLowerCase(), kit]));
  const check: SelfCheck = { missing: [], altered: [], unknown: [], orphans: [] };
  for (const { id, state, document } of kits) {
    const bytes = sizes.get(`${id}.pdf`);
    if (document === null) {
      if (bytes !== undefined) check.unknown.push(id);
    } else if (bytes === undefined || bytes === 0) check.missing.push(id);
    else if (bytes !== document.bytes && state === 'ready') check.altered.push(id);
  }
  for (const { name } of files) {
    const file = libraryFile(name);
    if (file === null) continue;
    const kit = known.get(file.kit_id);
    const besideDocument = file.ending === 'kit.json' && sizes.has(`${file.kit_id}.pdf`);
    const ofDocument = file.ending === 'pdf' || besideDocument;
    if (kit === undefined ? !besideDocument : !ofDocument && kit.state === 'ready') check.orphans.push(name);
  }
  return check;
}

/** Removes orphaned files. Returns the names that could not be removed; they are tried again next time. */
export async function removeOrphans(folder: string, orphans: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const name of orphans) {
    if (!OUR_FILE.test(name)) continue;
    try {
      await rm(join(folder, name), { force: true });
    } catch {
      left.push(name);
    }
  }
  return left;
}

/**
 * The library's files in its folder; empty if the folder does not exist.
 *
 * @throws TripKitError of kind `disk` if the folder can't be read
 */
export async function libraryFiles(folder: string): Promise<FoundFile[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const files = await Promise.all(
      entries
        .filter((entry) => entry.isFile() && OUR_FILE.test(entry.name))
        .map((entry) => look(folder, entry.name)),
    );
    return files.filter((file) => file !== null);
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
