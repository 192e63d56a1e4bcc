/** Reads arriving trip files: waits until a file is complete, reads it, writes its trips into the journal, and moves it away. */

import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../common/clock.ts';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { nullIfMissing } from '../common/files.ts';
import type { Log } from '../common/log.ts';
import { abortable, inTime } from '../common/wait.ts';
import type { FileLine } from '../trips/read-trips.ts';
import type { TripLimits } from '../trips/trip-rules.ts';
import { type Arrival, Arrivals, type Patience, readWhole } from './arrivals.ts';
import type { IntakeFile, IntakeStore, IntakeTrip } from './intake-store.ts';
import { type KitBeside, planTrips } from './plan-trips.ts';
import { moveFile, removeReport, writeReport } from './settle-files.ts';
import { TripFileReader } from './trip-file-reader.ts';
import type { WatchFact } from './watch-events.ts';
import { WatchedFolder } from './watched-folder.ts';

export interface IntakeDeps {
  /** The folder of arrivals, absolute. */
  folder: string;
  profile_id: string;
  store: IntakeStore;
  limits(): TripLimits;
  /** Runs `step` and stores the facts in one transaction. */
  record(facts: readonly WatchFact[], step: () => void): void;
  hasBegun(trip: IntakeTrip): boolean;
  /** Plans the kit of a new trip, or cancels that of a cancelled one; part of the transaction of its file. */
  planKit(trip: IntakeTrip, beside: KitBeside | undefined): void;
  /** Called when a trip was written or changed. */
  onTripChanged(id: string): void;
  /** Called when a file names a trip that came before. */
  onKnown(id: string): void;
  /** Reports why trip files can't be read, in a sentence; null: the problem is over. */
  problem(message: string | null): void;
  patience: Patience;
  clock: Clock;
  newId(): string;
  log: Log;
}

/** Time limit for a step on the folder, ms. */
const FOLDER_LIMIT_MS = 60_000;
/** How long a moved file is checked for later changes, ms: its writer may not have finished. */
const LATE_MS = 15 * 60_000;
/** Moved files are checked at every LATE_EVERY-th check of the folder. */
const LATE_EVERY = 5;
/** After a failed move, checks of the folder until the next try. */
const MOVE_EVERY = 10;

/** Whether an error concerns one file only, for example one that is open in a spreadsheet program. */
function isOfOneFile(error: unknown): error is TripKitError {
  return (
    error instanceof TripKitError &&
    error.kind === 'disk' &&
    ['no_access', 'in_use', 'io', 'link'].includes(error.condition ?? '')
  );
}

export class Intake {
  readonly #deps: IntakeDeps;
  readonly #folder: WatchedFolder;
  readonly #arrivals: Arrivals;
  readonly #reader = new TripFileReader();
  /** Files without a visible end when they were read. */
  #incomplete = new Map<string, Arrival>();
  /** Moved files that have changed since, and when the change was first seen. */
  #changedAfterMove = new Map<string, Arrival>();
  /** A step on the folder that has not ended. */
  #hanging: Promise<unknown> | null = null;
  #looks = 0;
  #pending = 0;
  /** The count of checks at which files that can't be moved are tried again. */
  #moveAgainAt = 0;
  #failed = 0;
  /** Why a file can’t be read, while the other files can; of the check that runs. */
  #unreadable: string | null = null;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
    this.#folder = new WatchedFolder(deps.folder);
    this.#arrivals = new Arrivals(this.#folder);
  }

  /** Whether the last check left no file to read. */
  get isIdle(): boolean {
    return this.#looks > 0 && this.#pending === 0 && this.#hanging === null;
  }

  /** Number of files from which no trip was taken. */
  get failed(): number {
    return this.#failed;
  }

  /** The name of a file that was read; null where the journal no longer has it. */
  nameOf(file_id: string): string | null {
    return this.#deps.store.file(file_id)?.name ?? null;
  }

  /** Reads the files that are ready. Never rejects. */
  async look(signal: AbortSignal): Promise<void> {
    const { clock, problem, log } = this.#deps;
    // A hanging step occupies one of the process's few file threads, so no other step starts.
    if (this.#hanging !== null) return;
    try {
      await this.#finishMoves(signal);
      const arrivals = await this.#onFolder(this.#arrivals.look(clock.monotonic()), signal);
      const incomplete = new Map<string, Arrival>();
      let pending = 0;
      this.#unreadable = null;
      for (const arrival of arrivals) {
        signal.throwIfAborted();
        const taken = await this.#takeIn(arrival, '', signal);
        if (taken === 'incomplete') incomplete.set(arrival.path, arrival);
        if (taken !== 'done') pending += 1;
      }
      this.#incomplete = incomplete;
      if (this.#looks % LATE_EVERY === 0) await this.#readChangedAgain(signal);
      this.#pending = pending;
      this.#looks += 1;
      // A file that can't be read is a problem, but the other files are read.
      if (this.#unreadable !== null) problem(this.#unreadable);
      else if (this.#moveAgainAt === 0) problem(null);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof TripKitError)) log.error('Trip files could not be looked at.', error);
      problem(
        error instanceof TripKitError
          ? error.message
          : 'The app has an internal error. It is tried again automatically.',
      );
    }
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  /** @param folder '' for a file that has just arrived; otherwise the folder it was moved to before it was changed again */
  async #takeIn(
    arrival: Arrival,
    folder: IntakeFile['folder'],
    signal: AbortSignal,
  ): Promise<'done' | 'waits' | 'incomplete'> {
    const { clock, patience, limits } = this.#deps;
    const here = folder === '' ? this.#findTakenFile(arrival) : null;
    if (here === 'same') return 'done';
    const age = clock.monotonic() - arrival.since;
    if (!arrival.renamed && age < patience.settle_ms) return 'waits';
    const mayWait = !arrival.renamed && age < patience.unfinished_ms;
    if (mayWait && this.#incomplete.get(arrival.path) === arrival) return 'incomplete';
    const bytes = await this.#read(arrival, folder, signal);
    if (bytes === null) return 'waits';
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (here !== null && here.sha256 === sha256) {
      this.#deps.store.putFile({ ...here, inode: arrival.inode, mtime: arrival.mtime });
      return 'done';
    }
    const { max_alternates } = limits();
    const content = await this.#reader.read(
      arrival.path,
      { bytes, max_alternates, now: clock.now() },
      signal,
    );
    if (!content.whole && mayWait) return 'incomplete';
    const file = this.#recordFile(arrival, folder, sha256, content.lines);
    await this.#move(file, signal);
    return 'done';
  }

  /** The whole content of a file; null if it is not to be had now, which holds up no other file. */
  async #read(arrival: Arrival, folder: IntakeFile['folder'], signal: AbortSignal): Promise<Buffer | null> {
    const read = this.#folder
      .inside(folder, (at) => readWhole(at, arrival))
      .catch((error: unknown) => {
        throw diskError(error, 'Reading a trip file', arrival.path);
      });
    try {
      return await this.#onFolder(read, signal);
    } catch (error) {
      if (!isOfOneFile(error)) throw error;
      this.#unreadable ??=
        error.condition === 'link'
          ? error.message
          : `The trip file “${arrival.name}” can’t be read: another program has it open, or this account may not read it. It is tried again automatically; the other files are worked through.`;
      return null;
    }
  }

  /** The file of that name that was read but can't be moved: `same`, or its record if time or content may differ. */
  #findTakenFile({ name, size, mtime }: Arrival): 'same' | IntakeFile | null {
    const rows = this.#deps.store.filesHere(name);
    if (rows.some((row) => row.size === size && row.mtime === mtime)) return 'same';
    return rows[0]?.size === size ? rows[0] : null;
  }

  /** Writes a file, its trips and their planned kits in one transaction: from then on the file counts as read. */
  #recordFile(
    { name, inode, size, mtime }: Arrival,
    folder: IntakeFile['folder'],
    sha256: string,
    lines: readonly FileLine[],
  ): IntakeFile {
    const { store, record, clock, newId, profile_id, hasBegun, planKit, onTripChanged, onKnown } = this.#deps;
    const id = newId();
    const now = clock.now();
    const plan = planTrips(lines, {
      file_id: id,
      profile_id,
      now,
      newId,
      latest: (key) => store.latest(key),
      open: () => store.trips('waiting', 'requested'),
      hasBegun,
    });
    const { report } = plan;
    const count = (state: string) => report.filter((line) => line.state === state).length;
    const not_taken = count('not_taken');
    const sound = not_taken < report.length;
    const moved_at = folder === '' ? null : now;
    const facts = { folder, name, sha256, inode, size, mtime, taken_at: now, sound, report, moved_at };
    const file: IntakeFile = { id, ...facts, reported: false };
    const state = sound ? 'taken' : 'failed';
    record([{ event: 'file', file: name, state, requested: count('requested'), not_taken }], () => {
      store.putFile(file);
      for (const trip of plan.trips) {
        planKit(trip, plan.beside.get(trip.id));
        store.putTrip(trip);
      }
    });
    if (!sound) this.#failed += 1;
    for (const trip of plan.trips) onTripChanged(trip.id);
    for (const { state, kit } of report) if (state === 'known' && kit !== undefined) onKnown(kit);
    return file;
  }

  /** Moves files that an earlier run or a failed move has left in the folder. */
  async #finishMoves(signal: AbortSignal): Promise<void> {
    if (this.#looks < this.#moveAgainAt) return;
    const left = this.#deps.store.unfinishedFiles();
    this.#moveAgainAt = 0;
    for (const file of left) {
      signal.throwIfAborted();
      if (!(await this.#move(file, signal))) return;
    }
  }

  /** @returns false if the file can't be moved: the move is tried again, and the journal knows the file by its content */
  async #move(file: IntakeFile, signal: AbortSignal): Promise<boolean> {
    const { store, clock, problem } = this.#deps;
    try {
      const place = await this.#onFolder(moveFile(this.#folder, file), signal);
      const moved = { ...file, ...place, moved_at: file.moved_at ?? clock.now() };
      store.putFile(moved);
      await this.#onFolder(writeReport(this.#folder, moved), signal);
      store.putFile({ ...moved, reported: true });
      if (file.folder !== '' && file.folder !== moved.folder)
        await this.#onFolder(removeReport(this.#folder, file), signal);
      return true;
    } catch (error) {
      if (signal.aborted || !(error instanceof TripKitError)) throw error;
      this.#moveAgainAt = this.#looks + MOVE_EVERY;
      problem(`${error.message} The kits of the trip file “${file.name}” are requested all the same.`);
      return false;
    }
  }

  /** Reads moved files again that have changed since, and takes their new trips. Another file in the place of one is left alone. */
  async #readChangedAgain(signal: AbortSignal): Promise<void> {
    const { store, clock, folder } = this.#deps;
    const late = new Map<string, Arrival>();
    for (const file of store.movedSince(clock.now() - LATE_MS)) {
      signal.throwIfAborted();
      const path = join(folder, file.folder, file.name);
      const stats = await this.#onFolder(this.#lookAt(file), signal);
      if (stats === null || !stats.isFile() || String(stats.ino) !== file.inode) continue;
      if (stats.size === file.size && stats.mtimeMs === file.mtime) continue;
      const before = this.#changedAfterMove.get(path);
      const same = before?.size === stats.size && before.mtime === stats.mtimeMs;
      const arrival: Arrival = same
        ? before
        : {
            name: file.name,
            path,
            inode: file.inode,
            size: stats.size,
            mtime: stats.mtimeMs,
            since: clock.monotonic(),
            renamed: false,
          };
      late.set(path, arrival);
      await this.#takeIn(arrival, file.folder, signal);
    }
    this.#changedAfterMove = late;
  }

  /** What lies where a file was moved to; null if nothing does. @throws TripKitError */
  async #lookAt({ folder, name }: IntakeFile) {
    try {
      return await this.#folder.inside(folder, (at) => lstat(join(at, name))).catch(nullIfMissing);
    } catch (error) {
      throw diskError(error, 'Looking for trip files', join(this.#deps.folder, folder, name));
    }
  }

  /** The result of a step on the folder. No other step starts while it hangs. @throws its error; TripKitError if it hangs */
  async #onFolder<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
    const { clock, folder } = this.#deps;
    const hanging = step.then(
      () => {},
      () => {},
    );
    this.#hanging = hanging;
    void hanging.then(() => {
      if (this.#hanging === hanging) this.#hanging = null;
    });
    return inTime(
      abortable(step, signal),
      FOLDER_LIMIT_MS,
      () => new TripKitError('disk', `${folder} doesn’t answer. It is tried again automatically.`),
      clock,
    );
  }
}
