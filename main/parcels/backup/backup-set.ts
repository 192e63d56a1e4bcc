/** A set of copies on the disk: a folder with the copied files and `backup.json`, which describes them. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fileStamp } from '../../common/clock.ts';
import { hashFile } from '../../common/files.ts';
import { exists } from '../../store/sqlite-connection.ts';

export const MANIFEST = 'backup.json';
/** Copied together with the database. */
export const SETTINGS_FILE = 'settings.json';

/** A copied file of a set. */
export const copiedFile = z.object({
  /** As in the user-data folder. */
  name: z.string().regex(/^[a-z]+\.(sqlite|json)$/),
  bytes: z.number().int().nonnegative(),
  /** Hex, lower case. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** `user_version` of a database; null for another file. */
  version: z.number().int().nullable(),
  /** How many rows each of its tables has. */
  rows: z.record(z.string(), z.number().int().nonnegative()),
});
export type CopiedFile = z.infer<typeof copiedFile>;

const manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** Why it was made: as the daily copy, or because a newer version was about to change a database. */
  why: z.enum(['daily', 'update']),
  app_version: z.string(),
  files: z.array(copiedFile),
});
export type Manifest = z.infer<typeof manifest>;

/** A set of copies. */
export interface BackupSet extends Pick<Manifest, 'why' | 'app_version' | 'files'> {
  /** The name of its folder. */
  id: string;
  /** ms since 1970 UTC. */
  made_at: number;
}

const SET_NAME = /^\d{8}T\d{6}Z(-\d+)?$/;

/** Sets that are complete by names and lengths, newest first; none if there is no folder. */
export async function listSets(folder: string): Promise<BackupSet[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => SET_NAME.test(name)).map((id) => readSet(folder, id)),
  );
  return found.flatMap((set) => set ?? []).sort((a, b) => b.made_at - a.made_at || (a.id < b.id ? 1 : -1));
}

async function readSet(folder: string, id: string): Promise<BackupSet | null> {
  try {
    const { made_at, why, app_version, files } = manifest.parse(
      JSON.parse(await readFile(join(folder, id, MANIFEST), 'utf8')),
    );
    for (const { name, bytes } of files) {
      if ((await stat(join(folder, id, name))).size !== bytes) return null;
    }
    return { id, made_at: Date.parse(made_at), why, app_version, files };
  } catch {
    return null;
  }
}

/** Whether a set's copy of a file is byte for byte what was checked when it was made; false if the set lacks the file. */
export async function isSound(
  folder: string,
  { id, files }: BackupSet,
  name: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const copied = files.find((one) => one.name === name);
  if (!copied) return false;
  return (await hashFile(join(folder, id, name), signal).catch(() => null)) === copied.sha256;
}

/** A name for a set, from its time. @param now ms since 1970 UTC */
export function setName(now: number, taken: ReadonlySet<string>): string {
  const stamp = fileStamp(now);
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? stamp : `${stamp}-${n}`;
    if (!taken.has(name)) return name;
  }
}

/** Removes a set. If that is interrupted, the rest no longer counts as a set, and `tidySets` removes it. */
export async function removeSet(folder: string, id: string): Promise<void> {
  await rm(join(folder, id, MANIFEST), { force: true });
  await rm(join(folder, id), { recursive: true, force: true });
}

/** At the start: removes the rest of sets that were being made or removed. */
export async function tidySets(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const left = SET_NAME.test(name) && !exists(join(folder, name, MANIFEST));
    if (left || name.startsWith('.')) await rm(join(folder, name), { recursive: true, force: true });
  }
}
