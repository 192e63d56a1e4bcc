/** What a start makes of the differences between the database and the folder (libraryFiles). Pure. */
import type { KitRecord } from '../store/kit-record.ts';
import { checkLibrary, type FoundFile, libraryFile } from './self-check.ts';

export interface StartPlan {
  /** Kits whose document is not there, or empty. */
  gone: string[];
  /** Ready kits whose document is not as it was verified. It can perhaps be read. */
  damaged: string[];
  /** Kits that count as having no document, although there is a file of one: their sidecar may tell of it. */
  unknown: string[];
  /** Kits whose document was written to since, so that it is the first to be looked at. */
  suspects: string[];
  /** Names of files that may be removed (removeOrphans). Never a document. */
  remove: string[];
  /** Ready kits without a sidecar beside their document: for completeKitSidecars. */
  without_sidecar: string[];
}

/** So long a file must have been left alone before it counts as nobody's, ms. */
const ABANDONED_MS = 24 * 60 * 60_000;
/** A file that was written later than this after its kit became ready was written to since, ms. */
const WRITTEN_MS = 2_000;

/**
 * Decides what the start does. A document is never removed: without a row it is one whose row was lost (rebuild.ts).
 * Parts, locks and sidecars of kits that are not there or are ready go when they, and the lock of their part, have not
 * been touched for a day; a file from the future (a clock that was set back) stays.
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
