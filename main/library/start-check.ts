/** What a start makes of the differences between the database and the folder (libraryFiles). Pure. */
import type { Failure } from '../common/failure.ts';
import type { KitRecord } from './kit-record.ts';
import { type CheckedDocument, checkLibrary, type FoundFile, libraryFile } from './self-check.ts';

/**
 * A ready kit whose document is not there, or not as it was verified: it must not be shown as ready any longer.
 * `fetch`: its tripkit_id is known, so the event `document_lost` downloads it again. `say`: it is not known, so the kit
 * is failed with `failure`, which says so.
 */
export type LostDocument =
  | { kit_id: string; why: string; do: 'fetch' }
  | { kit_id: string; why: string; do: 'say'; failure: Failure };

export interface StartPlan {
  lost: LostDocument[];
  /** Names of files that may be removed (removeOrphans). Never a document. */
  remove: string[];
  /** Ready kits without a sidecar beside their document: for completeKitSidecars. */
  without_sidecar: string[];
}

/** So long a file must have been left alone before it counts as nobody's, ms. */
const ABANDONED_MS = 24 * 60 * 60_000;

/**
 * Decides what the start does. A document is never removed: without a row it is one whose row was lost (rebuild.ts).
 * Parts, locks and sidecars of kits that are not there or are ready go when they, and the lock of their part, have not
 * been touched for a day; a file from the future (a clock that was set back) stays.
 *
 * @param now ms since 1970 UTC
 */
export function planStart(kits: readonly KitRecord[], files: readonly FoundFile[], now: number): StartPlan {
  const check = checkLibrary(kits, files);
  const known = new Map(kits.map((kit) => [kit.id, kit]));
  const lost = (why: string) => (kit_id: string) => {
    const kit = known.get(kit_id);
    return kit === undefined ? [] : [lostDocument(kit, why)];
  };
  const found = new Map(files.map((file) => [file.name, file]));
  const untouched = (name: string) => {
    const file = found.get(name);
    return file === undefined || now - file.modified_at > ABANDONED_MS;
  };
  return {
    lost: [...check.missing.flatMap(lost(WHY.missing)), ...check.altered.flatMap(lost(WHY.altered))],
    remove: check.orphans.filter((name) => {
      const file = libraryFile(name);
      if (file === null || file.ending === 'pdf') return false;
      return untouched(name) && untouched(`${file.kit_id}.part.lock`);
    }),
    without_sidecar: kits
      .filter(
        (kit) => kit.state === 'ready' && found.has(`${kit.id}.pdf`) && !found.has(`${kit.id}.kit.json`),
      )
      .map((kit) => kit.id),
  };
}

/**
 * What the background's reading of a document (checkHashes) means for the kit as it is now; null where the document is
 * sound, where the kit has gone or has got another document meanwhile, or where the disk would not let it be read, which
 * says nothing about the document.
 */
export function decideIntegrity(
  kit: KitRecord | undefined,
  { sha256, integrity }: Pick<CheckedDocument, 'sha256' | 'integrity'>,
): LostDocument | null {
  if (kit?.state !== 'ready' || kit.document?.sha256 !== sha256) return null;
  if (integrity === 'sound' || integrity === 'unreadable') return null;
  return lostDocument(kit, WHY[integrity]);
}

const WHY = {
  missing: 'The document was not on this laptop any more.',
  altered: 'The document was changed or damaged on this laptop.',
} as const;

function lostDocument(kit: KitRecord, why: string): LostDocument {
  if (kit.tripkit_id !== null) return { kit_id: kit.id, why, do: 'fetch' };
  const message = `${why} It can’t be downloaded again, because the service’s id of this kit is not known. Request a new kit for the flight.`;
  return { kit_id: kit.id, why, do: 'say', failure: { kind: 'document', message } };
}
