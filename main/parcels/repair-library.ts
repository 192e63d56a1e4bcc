/** Makes database and documents folder consistent at the start. */
import type { Log } from '../common/log.ts';
import { completeKitSidecars, type DatesOf } from '../documents/kit-sidecar.ts';
import { libraryFiles, removeOrphans } from '../documents/self-check.ts';
import { planStart } from '../documents/start-check.ts';
import { type DocumentEvent, decide } from '../kits/lifecycle.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';

/** The results for kits whose documents were missing or changed. */
export interface RepairReport {
  /** How many are downloaded again. */
  fetched: number;
  /** How many can't be: shown as failed, with a sentence. */
  lost: number;
  /** Ids of kits whose documents are checked first (DocumentChecker). */
  suspects: string[];
}

const WHY = {
  gone: 'The document was not on this laptop any more.',
  damaged: 'The document was changed or damaged on this laptop.',
} as const;

/**
 * Before the engine starts: a ready kit whose document is gone or has another length is downloaded again or shown as
 * failed, but stays readable if it can be; files that no kit needs are removed, and sidecars are completed. Never throws.
 * @param now ms since 1970 UTC
 */
export async function repairLibrary(
  folder: string,
  kits: KitStore,
  now: number,
  log: Log,
  datesOf?: DatesOf,
): Promise<RepairReport> {
  const report: RepairReport = { fetched: 0, lost: 0, suspects: [] };
  try {
    const files = await libraryFiles(folder);
    const plan = planStart(kits.list(), files, now);
    report.suspects = [...plan.suspects, ...plan.unknown];
    // Only this process has the database (openDatabase): a lock found here is from a process that died, perhaps before it
    // had written its name.
    const locks = files.flatMap(({ name }) => (/\.part\.lock(\.turn)?$/.test(name) ? [name] : []));
    const happens = (kit_id: string, event: DocumentEvent) => {
      const before = kits.get(kit_id);
      const next = before && write(before, event, kits, now);
      if (before?.state !== 'ready' || !next) return;
      report[next.state === 'failed' ? 'lost' : 'fetched'] += 1;
      log.warn(`The document of the kit ${kit_id} is not as it was (${event.type}).`);
    };
    for (const id of plan.gone) happens(id, { type: 'document_gone', why: WHY.gone });
    for (const id of plan.damaged) happens(id, { type: 'document_damaged', why: WHY.damaged, fetch: true });
    const left = await removeOrphans(folder, [...plan.remove, ...locks]);
    if (left.length > 0) log.warn(`${left.length} files that no kit needs could not be removed.`);
    const without = plan.without_sidecar.flatMap((id) => kits.get(id) ?? []);
    const unwritten = await completeKitSidecars(folder, without, undefined, datesOf);
    if (unwritten.length > 0) log.warn(`${unwritten.length} kits have no sidecar yet.`);
  } catch (error) {
    log.error('The library could not be checked.', error);
  }
  return report;
}

/** The kit after the event; null if its state refuses the event. */
function write(kit: KitRecord, event: DocumentEvent, kits: KitStore, now: number): KitRecord | null {
  const decision = decide(kit, event, now);
  if (!decision.ok) return null;
  kits.write(decision.kit, { kit_id: kit.id, at: now, state: decision.kit.state, what: decision.what });
  return decision.kit;
}
