/** What the start does about differences between the database and the folder (libraryFiles). Pure. */
import type { KitRecord } from '../store/kit-record.ts';
import { type FoundFile, libraryFile } from './library-files.ts';

export interface StartPlan {
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
