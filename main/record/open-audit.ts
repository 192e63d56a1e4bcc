import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../common/files.ts';
import type { Host } from '../host/host.ts';
import { backupsFolder } from '../store/backups-folder.ts';
import { type AuditDatabase, openAuditDatabase } from './audit-database.ts';
import { tellRecord, tellRecordBack } from './tell-record.ts';

export const AUDIT = 'audit.sqlite';

/** Backup copies of files that are missing or damaged (main/parcels/backup/restores.ts). */
export interface RecordCopies {
  isMissing(name: string): boolean;
  /** The file was found missing or damaged. */
  found(name: string): Promise<void>;
  /** The newest sound copy; null where there is none. `made_at` is ms since 1970 UTC. */
  offerOf(name: string): Promise<{ id: string; made_at: number } | null>;
  /** Nothing is offered for these files any more. */
  settle(names: readonly string[]): void;
}

/**
 * Opens the database of the activity record. Where it is damaged or missing, its newest sound copy takes its place: entries
 * are added at the end alone, so a copy is the record's beginning, and what it lacks is named when the chain is checked.
 */
export async function openAudit(
  { paths, log, now, notices }: Pick<Host, 'paths' | 'log' | 'now' | 'notices'>,
  restores: RecordCopies,
): Promise<AuditDatabase> {
  const path = join(paths.user_data, AUDIT);
  const missing = restores.isMissing(AUDIT);
  const found = openAuditDatabase(path, { now });
  if (found.problem === null && (missing || found.setAside !== null)) {
    await restores.found(AUDIT);
    const copy = await restores.offerOf(AUDIT);
    if (copy !== null) {
      found.close();
      await putInPlace(join(backupsFolder(paths.user_data), copy.id, AUDIT), path).catch((error: unknown) =>
        log.error('The copy of the activity record could not be put in its place.', error),
      );
      restores.settle([AUDIT]);
      const back = openAuditDatabase(path, { now });
      if (back.problem === null && back.setAside === null) {
        tellRecordBack(found.setAside, copy.made_at, notices, log);
        return back;
      }
      tellRecord(back, notices, log);
      return back;
    }
  }
  tellRecord(found, notices, log);
  return found;
}

async function putInPlace(copy: string, path: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) await rm(`${path}${ending}`, { force: true });
  await copyFile(copy, path);
  await chmod(path, 0o600);
  await syncFolder(join(path, '..'));
}
