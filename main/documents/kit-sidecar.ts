/**
 * The sidecar beside each published document: enough to show its kit again if the database is lost (rebuild.ts).
 * It repeats data of the database and is not read while the database has the kit. Contains no secret, no URL.
 */
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { replaceFile } from '../common/whole-file.ts';
import { type LearnedDate, learnedDate } from '../store/date-store.ts';
import type { KitDocument, KitRecord } from '../store/kit-record.ts';
import { readKitRow } from '../store/row-schema.ts';
import { appDocument } from './document-folder.ts';
import { type Seal, sealSchema } from './document-seal.ts';

/** A ready kit with its document. */
export type ReadyKit = KitRecord & { state: 'ready'; document: KitDocument };

/** The dates found for one document of a kit. */
export type DatesOf = (kit_id: string, sha256: string) => readonly LearnedDate[];

/** A sidecar is a few KB; a file larger than this is not ours. */
const MAX_BYTES = 4 * 1024 * 1024;

const sidecar = z.object({
  version: z.literal(1),
  kit_id: z.string(),
  profile_id: z.string(),
  tripkit_id: z.string().nullable(),
  trip: z.unknown(),
  messages: z.unknown(),
  created_at: z.number(),
  requested_at: z.number().nullable(),
  ready_at: z.number(),
  document: z.object({ bytes: z.number(), sha256: z.string(), pages: z.number() }),
  /** The document's dates (date-store.ts); unreadable ones are ignored. */
  dates: z.array(learnedDate).max(8).catch([]),
  /** Absent if it is not sealed; an unreadable seal is ignored. */
  seal: sealSchema.optional().catch(undefined),
});

/** Optional contents of a sidecar. */
interface Beside {
  dates?: readonly LearnedDate[];
  seal?: Seal | null;
}

/**
 * Writes the sidecar of a ready kit, completely or not at all, durably, readable only by its owner. Call it after the document
 * was published (publishInApp). A failure need not fail the kit: completeKitSidecars tries again.
 *
 * @throws TripKitError of kind `disk`
 */
export async function writeKitSidecar(folder: string, kit: ReadyKit, beside: Beside = {}): Promise<void> {
  const path = appDocument(folder, kit.id).sidecar;
  const { id: kit_id, profile_id, tripkit_id, trip, messages, created_at, requested_at, document } = kit;
  const ids = { version: 1 as const, kit_id, profile_id, tripkit_id };
  const times = { created_at, requested_at, ready_at: kit.state_since };
  const value: z.infer<typeof sidecar> = {
    ...ids,
    trip,
    messages,
    ...times,
    document,
    dates: [...(beside.dates ?? [])],
    ...(beside.seal ? { seal: beside.seal } : {}),
  };
  try {
    await replaceFile(path, JSON.stringify(value));
  } catch (error) {
    throw diskError(error, 'Saving the kit', path);
  }
}

/** The seal of a kit's document; null if there is none that can be read. */
export async function readSeal(folder: string, kit_id: string): Promise<Seal | null> {
  return (await readSidecar(folder, kit_id))?.seal ?? null;
}

/** The document's dates in the sidecar; empty if it is not valid. */
export async function readSidecarDates(folder: string, kit_id: string): Promise<LearnedDate[]> {
  return (await readSidecar(folder, kit_id))?.dates ?? [];
}

/** Null if there is none that can be read, or it belongs to another kit. */
async function readSidecar(folder: string, kit_id: string): Promise<z.infer<typeof sidecar> | null> {
  const path = appDocument(folder, kit_id).sidecar;
  try {
    if ((await stat(path)).size > MAX_BYTES) return null;
    const read = sidecar.parse(JSON.parse(await readFile(path, 'utf8')));
    return read.kit_id.toLowerCase() === kit_id.toLowerCase() ? read : null;
  } catch {
    return null;
  }
}

/** @returns the kit as it was when it became ready; null if there is no valid sidecar */
export async function readKitSidecar(folder: string, kit_id: string): Promise<ReadyKit | null> {
  const read = await readSidecar(folder, kit_id);
  if (read === null) return null;
  try {
    const { seal: _seal, dates: _dates, ...facts } = read;
    const kit = readKitRow({
      ...facts,
      id: kit_id,
      trip: read.trip === null ? null : JSON.stringify(read.trip),
      state: 'ready',
      state_since: read.ready_at,
      messages: JSON.stringify(read.messages),
      failure: null,
      document_bytes: read.document.bytes,
      document_sha256: read.document.sha256,
      document_pages: read.document.pages,
    });
    return isReady(kit) ? kit : null;
  } catch {
    return null;
  }
}

/**
 * Writes missing sidecars (StartPlan.without_sidecar): of kits
 * whose process ended between publishing the document and writing the sidecar. For the background.
 *
 * @returns ids of kits whose sidecar could not be written; it is tried again at the next start
 * @throws the signal's reason when it aborts
 */
export async function completeKitSidecars(
  folder: string,
  kits: readonly KitRecord[],
  signal?: AbortSignal,
  datesOf: DatesOf = () => [],
): Promise<string[]> {
  const left: string[] = [];
  for (const kit of kits.filter(isReady)) {
    signal?.throwIfAborted();
    await writeKitSidecar(folder, kit, { dates: datesOf(kit.id, kit.document.sha256) }).catch(() =>
      left.push(kit.id),
    );
  }
  return left;
}

export function isReady(kit: KitRecord): kit is ReadyKit {
  return kit.state === 'ready' && kit.document !== null;
}
