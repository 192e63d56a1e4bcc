import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../common/clock.ts';
import { isAbort, TripKitError } from '../../common/errors.ts';
import type { Log } from '../../common/log.ts';
import { isTimeout } from '../../common/wait.ts';
import type { NoticeBoard } from '../../host/notices.ts';
import { backupsFolder } from '../../store/backups-folder.ts';
import { createPrivately, exists, type SqliteConnection } from '../../store/sqlite-connection.ts';
import { type BackupSet, listSets, removeSet, tidySets } from './backup-set.ts';
import { copiedDatabases, SETTINGS_FILE, VERSION_OFFSET } from './copied.ts';
import { CopyChecker } from './copy-checker.ts';
import { type StillNeeded, setsToRemove } from './keep-sets.ts';
import { makeSet, type SetSources } from './make-set.ts';

const HOUR_MS = 3_600_000;
/** How old the newest copy may become while the app runs, ms. */
export const EVERY_MS = 24 * HOUR_MS;
/** The window comes first, ms. */
const FIRST_LOOK_MS = 60_000;
/** How long a set may take, ms: while the app runs, and when it quits (a phase has 4 s to stop). */
const LIMIT_MS = 5 * 60_000;
const QUIT_LIMIT_MS = 2_500;

export interface BackupKeeperDeps {
  user_data: string;
  app_version: string;
  /** Copies that have to stay, however old. */
  needed(): StillNeeded;
  notices: Pick<NoticeBoard, 'add' | 'withdraw'>;
  clock: Clock;
  log: Log;
  /** How long the copy at the end may take, ms; nobody waits longer for the app to quit. */
  quit_limit_ms?: number;
}

/**
 * Keeps copies of what can't be requested again: daily while the app runs, when it quits, and before a newer version changes
 * a database. A failure is told once, tried again every hour, and never stops the app.
 */
export class BackupKeeper {
  readonly #deps: BackupKeeperDeps;
  readonly #folder: string;
  readonly #checker = new CopyChecker();
  readonly #open = new Map<string, SqliteConnection>();
  #stopped = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #copied = 0;
  /** The last run ended without a copy of what it changed. */
  #unsaved = false;

  constructor(deps: BackupKeeperDeps) {
    this.#deps = deps;
    this.#folder = backupsFolder(deps.user_data);
  }

  /** Copies this database from now on, through the connection that has it open. */
  use(file: string, connection: SqliteConnection): void {
    this.#open.set(file, connection);
  }

  /** Before the databases are opened: copies them where this version is about to change one. Never throws. */
  async beforeUpdate(): Promise<void> {
    await tidySets(this.#folder).catch(() => {});
    const { user_data } = this.#deps;
    const old = copiedDatabases.filter(({ file, migrations }) => {
      const found = headerVersion(join(user_data, file));
      return found > 0 && found < migrations.length;
    });
    if (old.length === 0) return;
    const databases: { file: string; db: DatabaseSync }[] = [];
    try {
      for (const { file } of copiedDatabases) {
        const path = join(user_data, file);
        if (headerVersion(path) > 0) databases.push({ file, db: new DatabaseSync(path, { readOnly: true }) });
      }
      await this.#make('update', databases, AbortSignal.timeout(LIMIT_MS));
    } catch (error) {
      this.#tell(error);
    } finally {
      for (const { db } of databases) db.close();
    }
  }

  start(): void {
    const mark = this.#mark();
    this.#unsaved = exists(mark);
    try {
      createPrivately(mark);
    } catch (error) {
      this.#deps.log.warn(`There is no place for backup copies yet: ${String(error)}`);
    }
    this.#running = this.#run(this.#stopped.signal);
  }

  /** Makes a last copy where something has changed since the newest one. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
    try {
      if (this.#changes() > this.#copied || (await this.#isDue())) {
        await this.#makeOpen(AbortSignal.timeout(this.#deps.quit_limit_ms ?? QUIT_LIMIT_MS));
      }
      rmSync(this.#mark(), { force: true });
    } catch (error) {
      this.#deps.log.warn(`The app ended without a backup copy: ${String(error)}`);
    }
    await this.#checker.close();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    try {
      for (let wait = FIRST_LOOK_MS; ; wait = HOUR_MS) {
        await clock.sleep(wait, signal);
        await this.#look(signal);
      }
    } catch {
      // Stopped.
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    try {
      if (!(await this.#isDue())) return;
      await this.#makeOpen(AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]));
      this.#deps.notices.withdraw('backup');
    } catch (error) {
      signal.throwIfAborted();
      this.#tell(error);
    }
  }

  async #isDue(): Promise<boolean> {
    const [newest] = await listSets(this.#folder);
    if (!newest || this.#unsaved) return true;
    const age = this.#deps.clock.now() - newest.made_at;
    // A copy from the future: the clock was set back.
    return age < 0 || age >= EVERY_MS;
  }

  async #makeOpen(signal: AbortSignal): Promise<void> {
    const changes = this.#changes();
    const databases = [...this.#open].map(([file, { db }]) => ({ file, db }));
    await this.#make('daily', databases, signal);
    this.#copied = changes;
    this.#unsaved = false;
  }

  async #make(why: BackupSet['why'], databases: SetSources['databases'], signal: AbortSignal): Promise<void> {
    const { user_data, app_version, needed, clock, log } = this.#deps;
    const sources = { databases, files: [join(user_data, SETTINGS_FILE)] };
    const check = (file: string, ended: AbortSignal) => this.#checker.check(file, ended);
    await makeSet(this.#folder, sources, { why, app_version, now: clock.now(), check, signal });
    for (const id of setsToRemove(await listSets(this.#folder), needed())) {
      await removeSet(this.#folder, id).catch((error: unknown) =>
        log.warn(`The old backup copy ${id} could not be removed: ${String(error)}`),
      );
    }
  }

  /** Rows that were changed since the databases were opened. */
  #changes(): number {
    const counts = [...this.#open.values()].map(({ db }) =>
      db.isOpen ? Number(db.prepare('SELECT total_changes() AS n').get()?.n) : 0,
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #tell(error: unknown): void {
    const { log, notices } = this.#deps;
    log.error('No backup copy could be made.', error);
    const late = isAbort(error) || isTimeout(error);
    const why =
      error instanceof TripKitError && !late
        ? error.message
        : 'Making the backup copy took too long. It is tried again every hour.';
    const message = `There is no new backup copy of your marks, acknowledgements and settings. ${why}`;
    notices.add({ id: 'backup', severity: 'warning', message });
  }

  /** Is there while the app runs, and after a run that ended without a copy. */
  #mark(): string {
    return join(this.#folder, 'uncopied');
  }
}

/** The version of a closed database by its header; 0 where it has none, or is none. */
function headerVersion(file: string): number {
  const bytes = Buffer.alloc(4);
  try {
    const fd = openSync(file, 'r');
    try {
      readSync(fd, bytes, 0, bytes.length, VERSION_OFFSET);
    } finally {
      closeSync(fd);
    }
  } catch {
    return 0;
  }
  return bytes.readUInt32BE();
}
