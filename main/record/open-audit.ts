import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../common/files.ts';
import { backupsFolder } from '../parcels/backup/backup-keeper.ts';
import type { Base } from '../start/open-base.ts';
import { tellRecord, tellRecordBack } from '../start/start-notices.ts';
import { type AuditDatabase, openAuditDatabase } from './audit-database.ts';

export const AUDIT = 'audit.sqlite';

/**
 * Opens the database of the activity record. Where it is damaged or missing, its newest sound copy takes its place: entries
 * are added at the end alone, so a copy is the record's beginning, and what it lacks is named when the chain is checked.
 */
export async function openAudit(
  base: Pick<Base, 'paths' | 'log' | 'now' | 'notices' | 'restores'>,
): Promise<AuditDatabase> {
  const { paths, log, now, notices, restores } = base;
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
        tellRecordBack(found.setAside, copy, notices, log);
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
