/** Makes database and documents folder consistent at the start. */
import type { Log } from '../common/log.ts';
import { libraryFiles, planStart, removeFiles } from '../documents/library-files.ts';
import type { ParcelWriter } from '../documents/parcel-writer.ts';
import { DAMAGED, type DocumentEvent, decide, GONE } from '../kits/lifecycle.ts';
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

/**
 * Before the engine starts: a ready kit whose document is gone or has another length is downloaded again or shown as
 * failed, but stays readable if it can be; files that no kit needs are removed, and missing and old parcels are written. Never
 * throws.
 * @param now ms since 1970 UTC
 */
export async function repairLibrary(
  folder: string,
  kits: KitStore,
  now: number,
  log: Log,
  parcels: Pick<ParcelWriter, 'changed'>,
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
    for (const id of plan.gone) happens(id, GONE);
    for (const id of plan.damaged) happens(id, DAMAGED);
    const left = await removeFiles(folder, [...plan.remove, ...locks]);
    if (left.length > 0) log.warn(`${left.length} files that no kit needs could not be removed.`);
    for (const id of plan.stale) parcels.changed(id);
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
