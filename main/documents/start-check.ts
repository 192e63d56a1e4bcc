/** What the start does about differences between the database and the folder (libraryFiles). Pure. */
import type { KitRecord } from '../store/kit-record.ts';
import { checkLibrary, type FoundFile, libraryFile } from './self-check.ts';

export interface StartPlan {
  /** Kits whose document is missing or empty. */
  gone: string[];
  /** Ready kits whose document is not the verified one. It may still be readable. */
  damaged: string[];
  /** Kits that count as having no document although a document file exists: their sidecar may describe it. */
  unknown: string[];
  /** Kits to check first: their document was modified since they became ready, or they are not ready but have one. */
  suspects: string[];
  /** Names of files to remove (removeOrphans). Never a document. */
  remove: string[];
  /** Ready kits without a sidecar beside their document: for completeKitSidecars. */
  without_sidecar: string[];
}

/** A file counts as abandoned after it was not modified for this long, ms. */
const ABANDONED_MS = 24 * 60 * 60_000;
/** A file modified later than this after its kit became ready was changed since, ms. */
const WRITTEN_MS = 2_000;

/**
 * Decides what the start does. A document is never removed: if it has no row, its row was lost (rebuild.ts). Parts, locks
 * and sidecars of kits that are ready or do not exist are removed when they, and the lock of their part, have not been
 * modified for a day; a file with a future time (a clock that was set back) is kept.
 *
 * @param now ms since 1970 UTC
 */
export function planStart(kits: readonly KitRecord[], files: readonly FoundFile[], now: number): StartPlan {
  const check = checkLibrary(kits, files);
  const found = new Map(files.map((file) => [file.name, file]));
  const untouched = (name: string) => {
    const file = found.get(name);
    return file === undefined || now - file.modified_at > ABANDONED_MS;
  };
  const ids = (wanted: (kit: KitRecord, file: FoundFile) => boolean) =>
    kits.flatMap((kit) => {
      const file = found.get(`${kit.id}.pdf`);
      return file !== undefined && wanted(kit, file) ? [kit.id] : [];
    });
  return {
    gone: check.missing,
    damaged: check.altered,
    unknown: check.unknown,
    suspects: ids(
      ({ document, state, state_since }, { modified_at }) =>
        document !== null && (state !== 'ready' || modified_at > state_since + WRITTEN_MS),
    ),
    remove: check.orphans.filter((name) => {
      const file = libraryFile(name);
      if (file === null || file.ending === 'pdf') return false;
      return untouched(name) && untouched(`${file.kit_id}.part.lock`);
    }),
    without_sidecar: ids(({ id, state }) => state === 'ready' && !found.has(`${id}.kit.json`)),
  };
}
