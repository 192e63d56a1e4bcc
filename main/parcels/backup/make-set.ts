import { chmod, copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { diskError, noSpace } from '../../common/disk-error.ts';
import { hashFile, syncFile, syncFolder } from '../../common/files.ts';
import { abortable } from '../../common/wait.ts';
import { freeSpace } from '../../documents/document-folder.ts';
import { sqlite, sqliteCode } from '../../store/database-error.ts';
import { createPrivately, filesOf } from '../../store/sqlite-connection.ts';
import { USER_DATABASE } from '../../store/user-database.ts';
import { runCopyJob } from '../copy-thread.ts';
import {
  type BackupSet,
  type CopiedFile,
  listSets,
  MANIFEST,
  type Manifest,
  SETTINGS_FILE,
  setName,
} from './backup-set.ts';

export const MAKING = '.making';
const DOING = 'Making the backup copy';
/** Space that must stay free besides a set, bytes: the app's own work needs the disk more. */
const SPARE_BYTES = 32 * 1024 * 1024;

export interface SetOptions extends Pick<Manifest, 'why' | 'app_version'> {
  /** ms since 1970 UTC. */
  now: number;
  signal: AbortSignal;
}

/**
 * Makes a set of copies: under a temporary name, each checked and on the disk, then renamed. The database stays in use
 * meanwhile (sqlite.org/backup.html). Settings that are missing or not JSON are left out. A failure leaves nothing behind.
 *
 * @param user_data the folder of the database and the settings
 * @throws TripKitError of kind `disk`; the signal's reason
 */
export async function makeSet(
  folder: string,
  user_data: string,
  db: DatabaseSync,
  options: SetOptions,
): Promise<BackupSet> {
  const making = join(folder, MAKING);
  const { signal, now, why, app_version } = options;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rm(making, { recursive: true, force: true });
    await mkdir(making, { mode: 0o700 });
    await requireSpace(folder, user_data);
    const files: CopiedFile[] = [
      await copyDatabase(db, join(making, USER_DATABASE), options),
      ...(await copyJson(join(user_data, SETTINGS_FILE), join(making, SETTINGS_FILE))),
    ];
    const content: Manifest = { format: 1, made_at: new Date(now).toISOString(), why, app_version, files };
    signal.throwIfAborted();
    await writeFile(join(making, MANIFEST), JSON.stringify(content, null, 2), { mode: 0o600, flush: true });
    await syncFolder(making);
    const id = setName(now, new Set((await listSets(folder)).map((set) => set.id)));
    await rename(making, join(folder, id));
    await syncFolder(folder);
    return { id, made_at: now, why, app_version, files };
  } catch (error) {
    await rm(making, { recursive: true, force: true }).catch(() => {});
    signal.throwIfAborted();
    throw diskError(sqliteCode(error) === sqlite.full ? noSpace() : error, DOING, making);
  }
}

async function requireSpace(folder: string, user_data: string): Promise<void> {
  const bytes = await Promise.all(
    filesOf(join(user_data, USER_DATABASE)).map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const free = await freeSpace(folder).catch(() => Infinity);
  if (free > bytes.reduce((sum, size) => sum + size, SPARE_BYTES)) return;
  throw noSpace();
}

async function copyDatabase(db: DatabaseSync, target: string, { signal }: SetOptions): Promise<CopiedFile> {
  await writeCopyOf(db, target, signal);
  const facts = await runCopyJob({ do: 'check', path: target }, { signal, doing: DOING, path: target });
  await syncFile(target);
  return { ...(await identityOf(target, signal)), ...facts };
}

async function copyJson(path: string, target: string): Promise<CopiedFile[]> {
  try {
    JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch {
    return [];
  }
  await copyFile(path, target);
  await chmod(target, 0o600);
  await syncFile(target);
  return [{ ...(await identityOf(target)), version: null, rows: {} }];
}

/** Copies an open database into a new file, which only its owner can read. @throws the error of node:sqlite; the signal's reason */
export async function writeCopyOf(db: DatabaseSync, target: string, signal: AbortSignal): Promise<void> {
  createPrivately(target);
  // Thrown between two copying steps, this ends the copying.
  await abortable(backup(db, target, { progress: () => signal.throwIfAborted() }), signal);
}

/** What identifies a copied file. */
export async function identityOf(file: string, signal?: AbortSignal) {
  return { name: basename(file), bytes: (await stat(file)).size, sha256: await hashFile(file, signal) };
}
