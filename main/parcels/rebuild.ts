/** Restores kits whose rows are lost, from their documents and the sidecars beside them. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { isAbort } from '../common/errors.ts';
import { errorCode } from '../common/files.ts';
import { hashFile } from '../common/hash-file.ts';
import { appDocument } from '../documents/document-folder.ts';
import {
  type ReadyKit,
  readKitSidecar,
  readSidecarDates,
  writeKitSidecar,
} from '../documents/kit-sidecar.ts';
import type { DateStore } from '../store/date-store.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import { openUserDatabase, type UserDatabase, type UserDatabaseOptions } from '../store/user-database.ts';

export interface RebuildOptions {
  /** ms since 1970 UTC. */
  now: number;
  /** Stores the dates of the documents. */
  dates?: DateStore;
  /** Opens an unknown document. @throws TripKitError of kind `document` if it is unsound */
  verify(file: string, signal?: AbortSignal): Promise<{ pages: number }>;
  signal?: AbortSignal;
}

/** The results for documents without a row. Ids are ours. */
export interface Rebuilt {
  /** Ready again; verified by hash, or opened if nothing was known about them. */
  ready: string[];
  /** Changed since they were verified: shown as failed and damaged, and downloaded again when a person asks. */
  altered: string[];
  /** Left in place and not shown: without a sidecar and unsound, or not readable now. With the reason. */
  unusable: { kit_id: string; why: string }[];
}

/** The profile of an unknown document; no profile has this id (ours are UUIDs). */
export const UNKNOWN_PROFILE = 'unknown';

const DOCUMENT_NAME = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.pdf$/;

/**
 * Restores the kit of every document in the folder that has no row. Runs at every start; without such documents it costs
 * one listing of the folder. A document that can't be read does not stop the others.
 *
 * @throws TripKitError of kind `disk` if the folder or the store fails; the signal's reason when it aborts
 */
export async function rebuildFromDocuments(
  folder: string,
  store: KitStore,
  options: RebuildOptions,
): Promise<Rebuilt> {
  const rebuilt: Rebuilt = { ready: [], altered: [], unusable: [] };
  const known = new Set(store.list().map((kit) => kit.id.toLowerCase()));
  for (const kit_id of await documentsOf(folder)) {
    if (known.has(kit_id)) continue;
    options.signal?.throwIfAborted();
    const found = await examine(folder, kit_id, options);
    if ('why' in found) {
      rebuilt.unusable.push({ kit_id, why: found.why });
      continue;
    }
    const { kit, what } = found;
    store.write(kit, { kit_id, at: options.now, state: kit.state, what });
    await bringDatesBack(folder, kit, options.dates);
    (kit.state === 'ready' ? rebuilt.ready : rebuilt.altered).push(kit_id);
  }
  return rebuilt;
}

/**
 * Opens the database (openUserDatabase) and restores kits that only documents know about.
 *
 * @throws TripKitError of kind `disk`, as openUserDatabase; the signal's reason when it aborts
 */
export async function openLibrary(
  file: string,
  folder: string,
  options: UserDatabaseOptions &
    Omit<RebuildOptions, 'now' | 'dates'> & {
      /** Called with the open library before documents without a row are checked. */
      beforeRebuild?(database: UserDatabase): Promise<void>;
    },
): Promise<UserDatabase & { rebuilt: Rebuilt }> {
  const database = openUserDatabase(file, options);
  try {
    await options.beforeRebuild?.(database);
    const rebuilt = await rebuildFromDocuments(folder, database.kits, {
      ...options,
      now: options.now?.() ?? Date.now(),
      dates: database.dates,
    });
    return { ...database, rebuilt };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function bringDatesBack(folder: string, { id, document }: KitRecord, store: DateStore | undefined) {
  if (store === undefined || document === null) return;
  const dates = await readSidecarDates(folder, id);
  store.set(
    id,
    dates.map((date) => ({ ...date, document_sha256: document.sha256 })),
  );
}

type Found = { kit: KitRecord; what: string } | { why: string };

async function examine(folder: string, kit_id: string, options: RebuildOptions): Promise<Found> {
  const { file } = appDocument(folder, kit_id);
  try {
    const sidecar = await readKitSidecar(folder, kit_id);
    const { size, mtimeMs } = await stat(file);
    if (sidecar !== null) {
      const sound =
        size === sidecar.document.bytes && (await hashFile(file, options.signal)) === sidecar.document.sha256;
      if (!sound) return altered(sidecar, options.now);
      return {
        kit: sidecar,
        what: 'The library had lost this kit. It was recovered from its document, which is whole and unchanged.',
      };
    }
    const { pages } = await options.verify(file, options.signal);
    const sha256 = await hashFile(file, options.signal);
    const kit = unknownKit(kit_id, Math.floor(mtimeMs), { bytes: size, sha256, pages });
    // From now on its hash is known; without the sidecar it would be trusted unchecked once more.
    await writeKitSidecar(folder, kit).catch(() => {});
    return {
      kit,
      what: 'The library had lost this kit and all that was known of it. Its document is on this laptop and opens; its flight is not known.',
    };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isAbort(error)) throw error;
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

/** A changed document is never shown as ready; it stays readable, with a warning. */
function altered(sidecar: ReadyKit, now: number): Found {
  const message = 'The document of this kit was changed or damaged on this laptop.';
  const ask = sidecar.tripkit_id === null ? 'Request a new kit for the flight.' : 'Download it again.';
  const failure = { kind: 'document' as const, message: `${message} ${ask}` };
  const kit: KitRecord = { ...sidecar, state: 'failed', state_since: now, failure };
  return { kit, what: `The library had lost this kit. ${failure.message}` };
}

function unknownKit(kit_id: string, at: number, document: ReadyKit['document']): ReadyKit {
  return {
    id: kit_id,
    profile_id: UNKNOWN_PROFILE,
    tripkit_id: null,
    trip: null,
    state: 'ready',
    created_at: at,
    state_since: at,
    requested_at: null,
    messages: [],
    failure: null,
    document,
  };
}

async function documentsOf(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? (DOCUMENT_NAME.exec(entry.name)?.[1] ?? []) : []));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw diskError(error, 'Reading the library', join(folder, '.'));
  }
}
