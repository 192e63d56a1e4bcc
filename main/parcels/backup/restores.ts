import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { TripKitError } from '../../common/errors.ts';
import type { Log } from '../../common/log.ts';
import { replaceFileSync } from '../../common/whole-file.ts';
import { backupsFolder } from '../../store/backups-folder.ts';
import { USER_DATABASE } from '../../store/user-database.ts';
import { type BackupSet, isSound, listSets, SETTINGS_FILE } from './backup-set.ts';
import { withCopy } from './open-copy.ts';

/** A file that is copied. */
export type CopiedName = typeof USER_DATABASE | typeof SETTINGS_FILE;

/** Most starts that try to restore: a restore that crashes the app must not crash every start. */
const MAX_ATTEMPTS = 3;

const record = z.object({
  /** The set that a person wants to restore; null: none. */
  wanted: z.string().nullable().catch(null),
  /** Files that were lost, to be restored from their newest sound copy. */
  lost: z.array(z.enum([USER_DATABASE, SETTINGS_FILE])).catch([]),
  /** Number of starts that have tried. */
  attempts: z.number().catch(0),
});
type RestoreRecord = z.infer<typeof record>;
const nothing: RestoreRecord = { wanted: null, lost: [], attempts: 0 };

export interface RestoresDeps {
  user_data: string;
  log: Log;
}

/**
 * Restores copied files: those that are damaged or missing at the start, from their newest sound copy, and a copy that a
 * person chose. The plan is written first, so the next start continues if this one is killed.
 */
export class Restores {
  readonly #deps: RestoresDeps;
  readonly #folder: string;
  readonly #sets: readonly BackupSet[];
  #record: RestoreRecord;
  /** What could not be restored at this start. */
  readonly failures: TripKitError[] = [];

  private constructor(deps: RestoresDeps, sets: BackupSet[]) {
    this.#deps = deps;
    this.#folder = backupsFolder(deps.user_data);
    this.#sets = sets;
    const { wanted, lost, attempts } = readRecord(this.#path);
    const pending = wanted !== null || lost.length > 0;
    this.#record = nothing;
    if (pending && attempts < MAX_ATTEMPTS) this.#write({ wanted, lost, attempts: attempts + 1 });
    else if (pending) this.#write(nothing);
  }

  static async open(deps: RestoresDeps): Promise<Restores> {
    return new Restores(deps, await listSets(backupsFolder(deps.user_data)));
  }

  /** Whether a copied file is missing or empty although there is a copy of it. */
  isMissing(file: CopiedName): boolean {
    if (!this.#sets.some((set) => hasCopy(set, file))) return false;
    try {
      const found = statSync(join(this.#deps.user_data, file), { throwIfNoEntry: false });
      return found === undefined || (found.isFile() && found.size === 0);
    } catch {
      // It may exist but can't be accessed.
      return false;
    }
  }

  /** Records that a copied file is damaged or missing, before an empty one replaces it. */
  lost(file: CopiedName): void {
    if (this.isLost(file) || !this.#sets.some((set) => hasCopy(set, file))) return;
    this.#write({ ...this.#record, lost: [...this.#record.lost, file] });
  }

  /** Whether a file was lost, at this start or one that could not restore it, and there is a copy of it. */
  isLost(file: CopiedName): boolean {
    return this.#record.lost.includes(file);
  }

  /** The set that a person chose; it is kept. */
  get wanted(): string | null {
    return this.#record.wanted;
  }

  /** The copies, newest first. */
  list(): Promise<BackupSet[]> {
    return listSets(this.#folder);
  }

  /** The next start restores this copy. @throws TripKitError of kind `config` or `disk` */
  async request(id: string): Promise<void> {
    if (!(await this.list()).some((set) => set.id === id)) {
      throw new TripKitError('config', 'This backup copy is not there any more. Choose another one.', {
        condition: 'unknown_copy',
      });
    }
    try {
      const next = { ...nothing, wanted: id };
      this.#save(next);
      this.#record = next;
    } catch (cause) {
      throw new TripKitError(
        'disk',
        'The restore can’t be prepared on this disk. Check free space and access rights, and try again.',
        { cause },
      );
    }
  }

  /**
   * Restores the database, if this start must.
   *
   * @param work gets the copy, updated to the present version, and when it was made, ms since 1970 UTC
   * @returns null if nothing is restored, or after a failure (`failures`). Never throws
   */
  async database<T>(
    migrations: readonly string[],
    work: (copy: DatabaseSync, made_at: number) => T,
  ): Promise<{ made_at: number; back: T } | null> {
    return this.#restore(USER_DATABASE, (set) =>
      withCopy(this.#folder, set, USER_DATABASE, migrations, (copy) => work(copy, set.made_at)),
    );
  }

  /** The same for the settings, only if they were lost: intact settings are newer than any copy. */
  async settings<T>(work: (content: unknown) => T): Promise<{ made_at: number; back: T } | null> {
    if (!this.isLost(SETTINGS_FILE)) return null;
    return this.#restore(SETTINGS_FILE, async ({ id }) => {
      const text = await readFile(join(this.#folder, id, SETTINGS_FILE), 'utf8');
      return work(JSON.parse(text.replace(/^\uFEFF/, '')));
    });
  }

  async #restore<T>(
    file: CopiedName,
    work: (set: BackupSet) => Promise<T>,
  ): Promise<{ made_at: number; back: T } | null> {
    const set = await this.#copyOf(file);
    if (set === null) return null;
    try {
      const back = await work(set);
      const { wanted, lost, attempts } = this.#record;
      const left = lost.filter((one) => one !== file);
      this.#write({ wanted: file === USER_DATABASE ? null : wanted, lost: left, attempts });
      return { made_at: set.made_at, back };
    } catch (error) {
      this.#deps.log.error(`${file} could not be restored.`, error);
      const unknown = 'This backup copy can’t be restored. Choose another one.';
      this.failures.push(error instanceof TripKitError ? error : new TripKitError('disk', unknown));
      return null;
    }
  }

  async #copyOf(file: CopiedName): Promise<BackupSet | null> {
    const chosen = this.#sets.find((set) => set.id === this.#record.wanted && hasCopy(set, file));
    if (chosen) return chosen;
    if (!this.isLost(file)) return null;
    for (const set of this.#sets) if (await isSound(this.#folder, set, file)) return set;
    return null;
  }

  #write(next: RestoreRecord): void {
    this.#record = next;
    try {
      this.#save(next);
    } catch (error) {
      this.#deps.log.warn(`What is to be restored can't be written down: ${String(error)}`);
    }
  }

  #save(next: RestoreRecord): void {
    replaceFileSync(this.#path, JSON.stringify(next));
  }

  get #path(): string {
    return join(this.#folder, 'restore.json');
  }
}

function hasCopy({ files }: BackupSet, file: CopiedName): boolean {
  return files.some(({ name }) => name === file);
}

/** An empty record if the file is missing or can't be read. */
function readRecord(path: string): RestoreRecord {
  try {
    return record.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return nothing;
  }
}
