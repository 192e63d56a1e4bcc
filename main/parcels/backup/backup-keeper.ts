import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../common/clock.ts';
import { isAbort, TripKitError } from '../../common/errors.ts';
import type { Log } from '../../common/log.ts';
import { anySignal, isTimeout } from '../../common/wait.ts';
import type { NoticeBoard } from '../../host/notices.ts';
import { backupsFolder } from '../../store/backups-folder.ts';
import { createPrivately, exists, type SqliteConnection } from '../../store/sqlite-connection.ts';
import { USER_DATABASE } from '../../store/user-database.ts';
import { userMigrations } from '../../store/user-schema.ts';
import { type BackupSet, listSets, removeSet, tidySets } from './backup-set.ts';
import { setsToRemove } from './keep-sets.ts';
import { makeSet } from './make-set.ts';

const HOUR_MS = 3_600_000;
/** Offset of `user_version` in a database's header: 4 bytes, most significant first (sqlite.org/fileformat.html). */
const VERSION_OFFSET = 60;
/** How old the newest copy may become while the app runs, ms. */
export const EVERY_MS = 24 * HOUR_MS;
/** Delay of the first check, ms: the window comes first. */
const FIRST_LOOK_MS = 60_000;
/** Time limit for making a set, ms: while the app runs, and when it quits (a phase has 4 s to stop). */
const LIMIT_MS = 5 * 60_000;
const QUIT_LIMIT_MS = 2_500;

export interface BackupKeeperDeps {
  user_data: string;
  app_version: string;
  /** The set that the next start restores: it is kept, however old; null: none. */
  wanted(): string | null;
  notices: Pick<NoticeBoard, 'add' | 'withdraw'>;
  clock: Clock;
  log: Log;
  /** Time limit for the copy at the end, ms: the app's end waits for it. */
  quit_limit_ms?: number;
}

/**
 * Copies what can't be requested or rebuilt, the database and the settings: daily while the app runs, when it quits, and
 * before a newer version changes the database. Not copied: documents (downloaded again), `reading.sqlite` (rebuilt), sealed
 * identities (no other machine opens them). A failure is reported once, retried every hour, and never stops the app.
 */
export class BackupKeeper {
  readonly #deps: BackupKeeperDeps;
  readonly #folder: string;
  #open: SqliteConnection | null = null;
  #stopped = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #copied = 0;
  /** Whether the last run ended without a copy of its changes. */
  #unsaved = false;

  constructor(deps: BackupKeeperDeps) {
    this.#deps = deps;
    this.#folder = backupsFolder(deps.user_data);
  }

  /** Copies this database from now on, through its open connection. */
  use(connection: SqliteConnection): void {
    this.#open = connection;
  }

  /** Before the database is opened: copies it if this version will change it. Never throws. */
  async beforeUpdate(): Promise<void> {
    await tidySets(this.#folder).catch(() => {});
    const path = join(this.#deps.user_data, USER_DATABASE);
    const found = headerVersion(path);
    if (found === 0 || found >= userMigrations.length) return;
    let db: DatabaseSync | null = null;
    try {
      db = new DatabaseSync(path, { readOnly: true });
      await this.#make('update', db, AbortSignal.timeout(LIMIT_MS));
    } catch (error) {
      this.#reportFailure(error);
    } finally {
      db?.close();
    }
  }

  start(): void {
    const runningFile = this.#runningFile();
    this.#unsaved = exists(runningFile);
    try {
      createPrivately(runningFile);
    } catch (error) {
      this.#deps.log.warn(`There is no place for backup copies yet: ${String(error)}`);
    }
    this.#running = this.#run(this.#stopped.signal);
  }

  /** Makes a last copy if something has changed since the newest one. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
    try {
      if (this.#changes() > this.#copied || (await this.#isDue())) {
        await this.#makeOpen(AbortSignal.timeout(this.#deps.quit_limit_ms ?? QUIT_LIMIT_MS));
      }
      rmSync(this.#runningFile(), { force: true });
    } catch (error) {
      this.#deps.log.warn(`The app ended without a backup copy: ${String(error)}`);
    }
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
      await this.#makeOpen(anySignal(signal, AbortSignal.timeout(LIMIT_MS)));
      this.#deps.notices.withdraw('backup');
    } catch (error) {
      signal.throwIfAborted();
      this.#reportFailure(error);
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
    if (this.#open === null) return;
    const changes = this.#changes();
    await this.#make('daily', this.#open.db, signal);
    this.#copied = changes;
    this.#unsaved = false;
  }

  async #make(why: BackupSet['why'], db: DatabaseSync, signal: AbortSignal): Promise<void> {
    const { user_data, app_version, wanted, clock, log } = this.#deps;
    await makeSet(this.#folder, user_data, db, { why, app_version, now: clock.now(), signal });
    for (const id of setsToRemove(await listSets(this.#folder), wanted())) {
      await removeSet(this.#folder, id).catch((error: unknown) =>
        log.warn(`The old backup copy ${id} could not be removed: ${String(error)}`),
      );
    }
  }

  /** Number of rows changed since the database was opened. */
  #changes(): number {
    const db = this.#open?.db;
    return db?.isOpen ? Number(db.prepare('SELECT total_changes() AS n').get()?.n) : 0;
  }

  #reportFailure(error: unknown): void {
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

  /** A file that exists while the app runs, and after a run that ended without a copy. */
  #runningFile(): string {
    return join(this.#folder, 'uncopied');
  }
}

/** The version of a closed database from its header; 0 if it has none, or is no database. */
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
