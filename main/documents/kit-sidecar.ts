/**
 * What stands beside each published document: enough to show its kit again when the database is lost (rebuild.ts).
 * It repeats what the database holds and is never read while the database has the kit. No secret, no URL.
 */
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { syncFolder } from '../common/files.ts';
import { type LearnedDate, learnedDate } from '../store/date-store.ts';
import type { KitDocument, KitRecord } from '../store/kit-record.ts';
import { readKitRow } from '../store/row-schema.ts';
import { appDocument } from './document-folder.ts';
import { type Seal, sealSchema } from './document-seal.ts';

/** A kit that is ready, with the document that it is ready with. */
export type ReadyKit = KitRecord & { state: 'ready'; document: KitDocument };

/** What was learned of the date of one document of a kit. */
export type DatesOf = (kit_id: string, sha256: string) => readonly LearnedDate[];

/** A sidecar is a few KB: one that is larger is not ours. */
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
  /** What was learned of the document's date (date-store.ts); what can't be read counts as nothing. */
  dates: z.array(learnedDate).max(8).catch([]),
  /** Absent where nobody sealed it; one that can't be read counts as none. */
  seal: sealSchema.optional().catch(undefined),
});

/** What else is written beside a document. */
interface Beside {
  dates?: readonly LearnedDate[];
  seal?: Seal | null;
}

/**
 * Writes the sidecar of a ready kit, whole or not at all, durably, readable by its owner only. Call it when the document
 * has its place (publishInApp). Its failure need not fail the kit: completeKitSidecars makes up for it.
 *
 * @throws TripKitError of kind `disk`
 */
export async function writeKitSidecar(folder: string, kit: ReadyKit, beside: Beside = {}): Promise<void> {
  const path = appDocument(folder, kit.id).sidecar;
  const fresh = `${path}.new`;
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
    await writeFile(fresh, JSON.stringify(value), { mode: 0o600, flush: true });
    await rename(fresh, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    throw diskError(error, 'Saving the kit', path);
  }
}

/** The seal of a kit's document; null where there is none that can be read. */
export async function readSeal(folder: string, kit_id: string): Promise<Seal | null> {
  return (await readSidecar(folder, kit_id))?.seal ?? null;
}

/** What the sidecar says of the date of its document; nothing where it can't be believed. */
export async function readSidecarDates(folder: string, kit_id: string): Promise<LearnedDate[]> {
  return (await readSidecar(folder, kit_id))?.dates ?? [];
}

/** Null where there is none that can be read, or it is another kit's. */
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

/** @returns the kit as it was when it became ready; null where there is no sidecar, or none that can be believed */
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
 * Writes the sidecars that are missing (StartPlan.without_sidecar): of kits
 * whose process ended between document and sidecar. For the background.
 *
 * @returns the ids of those that could not be written; they are tried again at the next start
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
