import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { TripKitError } from '../../common/errors.ts';
import type { Log } from '../../common/log.ts';
import { backupsFolder } from '../../store/backups-folder.ts';
import { type BackupSet, isSound, listSets } from './backup-set.ts';
import type { StillNeeded } from './keep-sets.ts';
import { withCopy } from './open-copy.ts';
import { RestoreRecordFile } from './restore-record.ts';

/** How long a restore is offered after damage that nobody has decided about, ms. */
const OFFERED_MS = 30 * 24 * 3_600_000;

export interface RestoresDeps {
  user_data: string;
  now(): number;
  log: Log;
}

/** A copy from before some damage. */
export type Offer = Pick<BackupSet, 'made_at'>;

/** What was damaged, which copies there are of it, and bringing them back at the next start. */
export class Restores {
  readonly #deps: RestoresDeps;
  readonly #folder: string;
  readonly #record: RestoreRecordFile;
  readonly #sets: BackupSet[];
  readonly #damaged: Map<string, number>;
  #wanted: string | null = null;
  /** What a person wanted restored before this start; null: nothing. */
  readonly restoring: Restoring | null;

  private constructor(deps: RestoresDeps, sets: BackupSet[]) {
    this.#deps = deps;
    this.#folder = backupsFolder(deps.user_data);
    this.#record = new RestoreRecordFile(this.#folder);
    this.#sets = sets;
    const { damaged, restore } = this.#record.read();
    const recent = Object.entries(damaged).filter(([, at]) => deps.now() - at < OFFERED_MS);
    this.#damaged = new Map(recent);
    const wanted = sets.find(({ id }) => id === restore);
    this.restoring = wanted
      ? new Restoring(this.#folder, wanted, deps.log, (file) => this.#before(file, wanted))
      : null;
    // Asked for once: a restore that ends the app must not end every start of it.
    if (restore !== null) this.#write(null);
  }

  static async open(deps: RestoresDeps): Promise<Restores> {
    return new Restores(deps, await listSets(backupsFolder(deps.user_data)));
  }

  /** Whether a copied file is missing or empty, though there is a copy of it. */
  isMissing(file: string): boolean {
    if (!this.#sets.some(({ files }) => files.some(({ name }) => name === file))) return false;
    try {
      const found = statSync(join(this.#deps.user_data, file), { throwIfNoEntry: false });
      return found === undefined || (found.isFile() && found.size === 0);
    } catch {
      // It may be there, and can't be looked at.
      return false;
    }
  }

  /** A copied file was found damaged or missing at this start: remembered, where there is a sound copy of it. */
  async found(file: string): Promise<void> {
    // The first damage counts: copies that were made since then hold what was left.
    if (this.#damaged.has(file)) return;
    this.#damaged.set(file, this.#deps.now());
    if ((await this.offerOf(file)) === null) this.#damaged.delete(file);
    else this.#write(null);
  }

  /** Copied files whose damage nobody has decided about: since when, ms since 1970 UTC. */
  damaged(): Record<string, number> {
    return Object.fromEntries(this.#damaged);
  }

  /** What the removal of old copies has to leave. */
  needed(): StillNeeded {
    return { damaged: this.damaged(), wanted: this.#wanted };
  }

  /** The newest sound copy from before a file's damage; null where it is not damaged, or has none. */
  async offerOf(file: string): Promise<BackupSet | null> {
    const at = this.#damaged.get(file);
    if (at === undefined) return null;
    for (const set of this.#sets) {
      if (set.made_at < at && (await isSound(this.#folder, set, file))) return set;
    }
    return null;
  }

  /** The set that a file is restored from: one that was made after its damage holds what was left. */
  async #before(file: string, wanted: BackupSet): Promise<BackupSet> {
    const at = this.#damaged.get(file) ?? Number.POSITIVE_INFINITY;
    return wanted.made_at < at ? wanted : ((await this.offerOf(file)) ?? wanted);
  }

  /** The copies, the newest first, and the one to begin with after damage. */
  async list(): Promise<{ copies: BackupSet[]; offered: string | null }> {
    const offers = await Promise.all([...this.#damaged.keys()].map((file) => this.offerOf(file)));
    const [newest] = offers.flatMap((offer) => offer ?? []).sort((a, b) => b.made_at - a.made_at);
    return { copies: await listSets(this.#folder), offered: newest?.id ?? null };
  }

  /** The next start restores this copy. @throws TripKitError of kind `config` or `disk` */
  async request(id: string): Promise<void> {
    if (!(await listSets(this.#folder)).some((set) => set.id === id)) {
      throw new TripKitError('config', 'This backup copy is not there any more. Choose another one.', {
        condition: 'unknown_copy',
      });
    }
    try {
      this.#record.write({ damaged: this.damaged(), restore: id });
      this.#wanted = id;
    } catch (cause) {
      throw new TripKitError(
        'disk',
        'The restore can’t be prepared on this disk. Check free space and access rights, and try again.',
        { cause },
      );
    }
  }

  /** These files are as a person wants them: nothing is offered for them any more. */
  settle(files: Iterable<string>): void {
    let known = false;
    for (const file of files) known = this.#damaged.delete(file) || known;
    if (known) this.#write(null);
  }

  #write(restore: string | null): void {
    try {
      this.#record.write({ damaged: this.damaged(), restore });
    } catch (error) {
      this.#deps.log.warn(`What was damaged can't be remembered: ${String(error)}`);
    }
  }
}

/** One restore, file by file; what fails holds up no other. */
export class Restoring {
  readonly #folder: string;
  readonly #log: Log;
  readonly #setOf: (file: string) => Promise<BackupSet>;
  /** The set that was asked for. */
  readonly set: BackupSet;
  /** Files that are restored. */
  readonly done = new Set<string>();
  readonly failures: TripKitError[] = [];

  /** @param setOf the set that a file is restored from */
  constructor(folder: string, set: BackupSet, log: Log, setOf: (file: string) => Promise<BackupSet>) {
    this.#folder = folder;
    this.set = set;
    this.#log = log;
    this.#setOf = setOf;
  }

  /** Null where the copy has no such database, or it could not be restored. Never throws. */
  database<T>(
    file: string,
    migrations: readonly string[],
    work: (copy: DatabaseSync) => T,
  ): Promise<T | null> {
    return this.#attempt(file, (set) => withCopy(this.#folder, set, file, migrations, work));
  }

  /** The same of a JSON file. */
  json<T>(file: string, work: (content: unknown) => T): Promise<T | null> {
    return this.#attempt(file, async (set) => {
      const text = await readFile(join(this.#folder, set.id, file), 'utf8');
      return work(JSON.parse(text.replace(/^\uFEFF/, '')));
    });
  }

  async #attempt<T>(file: string, work: (set: BackupSet) => Promise<T>): Promise<T | null> {
    const set = await this.#setOf(file);
    if (!set.files.some(({ name }) => name === file)) return null;
    try {
      const result = await work(set);
      this.done.add(file);
      return result;
    } catch (error) {
      this.#log.error(`${file} could not be restored.`, error);
      const unknown = 'This backup copy can’t be restored. Choose another one.';
      this.failures.push(error instanceof TripKitError ? error : new TripKitError('disk', unknown));
      return null;
    }
  }
}
