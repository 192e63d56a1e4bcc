/** Database and documents folder, brought together: at the start, and as kits become ready. */
import type { Log } from '../common/log.ts';
import type { KitChange, LiveKit } from '../kits/kit-engine.ts';
import { decide } from '../kits/lifecycle.ts';
import type { KitRecord } from '../library/kit-record.ts';
import { completeKitSidecars, isReady, writeKitSidecar } from '../library/kit-sidecar.ts';
import type { KitStore } from '../library/kit-store.ts';
import { libraryFiles, removeOrphans } from '../library/self-check.ts';
import { type LostDocument, planStart } from '../library/start-check.ts';

/** How many kits' documents were not as they should be. */
export interface RepairReport {
  /** Downloaded again. */
  fetched: number;
  /** Can't be downloaded again: shown as failed, with a sentence. */
  lost: number;
}

/**
 * Before the engine starts: a ready kit whose document is gone or has another length is downloaded again or shown as
 * failed, files that no kit needs are removed, and sidecars are completed. Never throws. @param now ms since 1970 UTC
 */
export async function repairLibrary(
  folder: string,
  kits: KitStore,
  now: number,
  log: Log,
): Promise<RepairReport> {
  const report = { fetched: 0, lost: 0 };
  try {
    const all = kits.list();
    const files = await libraryFiles(folder);
    const plan = planStart(all, files, now);
    // The database is ours alone (openDatabase): a lock that is here is left from a process that died, perhaps before
    // it had written its name.
    const locks = files.flatMap(({ name }) => (/\.part\.lock(\.turn)?$/.test(name) ? [name] : []));
    for (const lost of plan.lost) {
      if (!repair(lost, kits, now)) continue;
      report[lost.do === 'fetch' ? 'fetched' : 'lost'] += 1;
      log.warn(`The document of the kit ${lost.kit_id} is not as it was: ${lost.why}`);
    }
    const left = await removeOrphans(folder, [...plan.remove, ...locks]);
    if (left.length > 0) log.warn(`${left.length} files that no kit needs could not be removed.`);
    const without = plan.without_sidecar.flatMap((id) => kits.get(id) ?? []);
    const unwritten = await completeKitSidecars(folder, without);
    if (unwritten.length > 0) log.warn(`${unwritten.length} kits have no sidecar yet.`);
  } catch (error) {
    log.error('The library could not be checked.', error);
  }
  return report;
}

function repair(lost: LostDocument, kits: KitStore, now: number): boolean {
  const kit = kits.get(lost.kit_id);
  if (!kit) return false;
  const next = lost.do === 'fetch' ? fetchAgain(kit, lost.why, now) : showLost(kit, lost, now);
  if (next === null) return false;
  kits.write(next.kit, { kit_id: kit.id, at: now, state: next.kit.state, what: next.what });
  return true;
}

function fetchAgain(kit: KitRecord, why: string, now: number): { kit: KitRecord; what: string } | null {
  const decision = decide(kit, { type: 'document_lost', why }, now);
  return decision.ok ? decision : null;
}

/** A kit without its document must not look ready. */
function showLost(
  kit: KitRecord,
  { failure }: Extract<LostDocument, { do: 'say' }>,
  now: number,
): { kit: KitRecord; what: string } {
  return {
    kit: { ...kit, state: 'failed', state_since: now, document: null, failure },
    what: failure.message,
  };
}

/**
 * Writes the sidecar of each kit that becomes ready, so that a lost database can be rebuilt from the folder alone.
 * @returns ends it; resolves when what was begun is written
 */
export function keepSidecars(
  folder: string,
  engine: { onChange(listener: (change: KitChange) => void): () => void },
  kits: Pick<KitStore, 'get'>,
  log: Log,
): () => Promise<void> {
  const written = new Map<string, string>();
  const running = new Set<Promise<void>>();
  const take = ({ id, state, document }: LiveKit) => {
    if (state !== 'ready' || document === null || written.get(id) === document.sha256) return;
    written.set(id, document.sha256);
    const kit = kits.get(id);
    if (!kit || !isReady(kit)) return;
    const work = writeKitSidecar(folder, kit)
      .catch((error: unknown) => log.warn(`The kit ${id} has no sidecar yet: ${String(error)}`))
      .finally(() => running.delete(work));
    running.add(work);
  };
  const unsubscribe = engine.onChange(({ changed, removed }) => {
    for (const kit of changed) take(kit);
    for (const id of removed) written.delete(id);
  });
  return async () => {
    unsubscribe();
    await Promise.all(running);
  };
}
