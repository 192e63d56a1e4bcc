/** The files in the library's folder, and how they differ from the database. */

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

// What the start does about differences between the database and the folder (libraryFiles). Pure.

interface StartPlan {
  /** Kits whose document is missing or empty. */
  gone: string[];
  /** Ready kits whose document has another length than the verified one. It may still be readable. */
  damaged: string[];
  /** Kits that count as having no document although a document file exists: their parcel may describe it. */
  unknown: string[];
  /** Kits to check first: their document was modified since they became ready, or they are not ready but have one. */
  suspects: string[];
  /** Names of files to remove (removeFiles). Never a document. */
  remove: string[];
  /** Kits whose parcel is missing, or older than their state (ParcelWriter). */
  stale: string[];
}

/** A file counts as abandoned after it was not modified for this long, ms. */
const ABANDONED_MS = 24 * 60 * 60_000;
/** A file modified later than this after its kit became ready was changed since, ms. */
const WRITTEN_MS = 2_000;

/**
 * Decides what the start does. A document is never removed: if it has no row, its row was lost (rebuild.ts). A file that no kit
 * needs is removed when it, and the lock of its part, have not been modified for a day; a file with a future time (a clock
 * that was set back) is kept.
 *
 * @param now ms since 1970 UTC
 */
export function planStart(kits: readonly KitRecord[], files: readonly FoundFile[], now: number): StartPlan {
  const found = new Map(files.map((file) => [file.name, file]));
  const known = new Map(kits.map((kit) => [kit.id.toLowerCase(), kit]));
  const plan: StartPlan = { gone: [], damaged: [], unknown: [], suspects: [], remove: [], stale: [] };
  for (const { id, state, state_since, document } of kits) {
    const file = found.get(`${id}.pdf`);
    if ((found.get(`${id}.kit.json`)?.modified_at ?? 0) < state_since) plan.stale.push(id);
    if (document === null) {
      if (file) plan.unknown.push(id);
      continue;
    }
    if (file === undefined || file.bytes === 0) plan.gone.push(id);
    else if (file.bytes !== document.bytes && state === 'ready') plan.damaged.push(id);
    if (file && (state !== 'ready' || file.modified_at > state_since + WRITTEN_MS)) plan.suspects.push(id);
  }
  const untouched = (name: string) => now - (found.get(name)?.modified_at ?? 0) > ABANDONED_MS;
  plan.remove = files.flatMap(({ name }) => {
    const { kit_id = '', ending } = libraryFile(name) ?? {};
    const isNeeded =
      ending === undefined ||
      ending === 'pdf' ||
      (ending === 'kit.json' && (known.has(kit_id) || found.has(`${kit_id}.pdf`))) ||
      (ending !== 'kit.json' && (known.get(kit_id)?.state ?? 'ready') !== 'ready');
    return !isNeeded && untouched(name) && untouched(`${kit_id}.part.lock`) ? [name] : [];
  });
  return plan;
}
