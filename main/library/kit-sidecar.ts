/**
 * What stands beside each published document: enough to show its kit again when the database is lost (rebuild.ts).
 * It repeats what the database holds and is never read while the database has the kit. No secret, no URL.
 */
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { syncFolder } from '../common/files.ts';
import { diskError } from './disk-error.ts';
import { appDocument } from './document-folder.ts';
import type { KitDocument, KitRecord } from './kit-record.ts';
import { readKitRow } from './row-schema.ts';

/** A kit that is ready, with the document that it is ready with. */
export type ReadyKit = KitRecord & { state: 'ready'; document: KitDocument };

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
});

/**
 * Writes the sidecar of a ready kit, whole or not at all, durably, readable by its owner only. Call it when the document
 * has its place (publishInApp). Its failure need not fail the kit: completeKitSidecars makes up for it.
 *
 * @throws TripKitError of kind `disk`
 */
export async function writeKitSidecar(folder: string, kit: ReadyKit): Promise<void> {
  const path = appDocument(folder, kit.id).sidecar;
  const fresh = `${path}.new`;
  const { id: kit_id, profile_id, tripkit_id, trip, messages, created_at, requested_at, document } = kit;
  const ids = { version: 1 as const, kit_id, profile_id, tripkit_id };
  const times = { created_at, requested_at, ready_at: kit.state_since };
  const value: z.infer<typeof sidecar> = { ...ids, trip, messages, ...times, document };
  try {
    await writeFile(fresh, JSON.stringify(value), { mode: 0o600, flush: true });
    await rename(fresh, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    throw diskError(error, 'Saving the kit', path);
  }
}

/** @returns the kit as it was when it became ready; null where there is no sidecar, or none that can be believed */
export async function readKitSidecar(folder: string, kit_id: string): Promise<ReadyKit | null> {
  const path = appDocument(folder, kit_id).sidecar;
  try {
    if ((await stat(path)).size > MAX_BYTES) return null;
    const read = sidecar.parse(JSON.parse(await readFile(path, 'utf8')));
    if (read.kit_id.toLowerCase() !== kit_id.toLowerCase()) return null;
    const kit = readKitRow({
      ...read,
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
 * Writes the sidecars that are missing (StartPlan.without_sidecar): of kits from before there were any, and of those
 * whose process ended between document and sidecar. For the background.
 *
 * @returns the ids of those that could not be written; they are tried again at the next start
 * @throws the signal's reason when it aborts
 */
export async function completeKitSidecars(
  folder: string,
  kits: readonly KitRecord[],
  signal?: AbortSignal,
): Promise<string[]> {
  const left: string[] = [];
  for (const kit of kits.filter(isReady)) {
    signal?.throwIfAborted();
    await writeKitSidecar(folder, kit).catch(() => left.push(kit.id));
  }
  return left;
}

export function isReady(kit: KitRecord): kit is ReadyKit {
  return kit.state === 'ready' && kit.document !== null;
}
