import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskError } from '../../common/disk-error.ts';
import { TripKitError } from '../../common/errors.ts';
import { filesOf, migrate } from '../../store/sqlite-connection.ts';
import { type BackupSet, isSound } from './backup-set.ts';

export const OPENING = '.restoring.sqlite';

/**
 * Works on a copy of a set's database, updated to the present version; the set itself is never written.
 *
 * @throws TripKitError of kind `disk` if the copy is not what was checked when it was made, or of a newer version; errors
 * of `work`
 */
export async function withCopy<T>(
  folder: string,
  set: BackupSet,
  file: string,
  migrations: readonly string[],
  work: (copy: DatabaseSync) => T,
): Promise<T> {
  const version = set.files.find(({ name }) => name === file)?.version ?? 0;
  if (version > migrations.length) throw unusable('It was made by a newer version of Trip Kit Desktop.');
  if (!(await isSound(folder, set, file))) throw unusable('It is not as it was when it was made.');
  const path = join(folder, OPENING);
  const remove = () => Promise.all(filesOf(path).map((one) => rm(one, { force: true })));
  try {
    await remove();
    await copyFile(join(folder, set.id, file), path);
    using copy = new DatabaseSync(path);
    migrate(copy, migrations);
    return work(copy);
  } catch (error) {
    throw diskError(error, 'Restoring the backup copy', path);
  } finally {
    await remove().catch(() => {});
  }
}

function unusable(why: string): TripKitError {
  return new TripKitError('disk', `This backup copy can’t be restored. ${why} Choose another one.`, {
    condition: 'unusable_copy',
  });
}
