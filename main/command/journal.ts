/** The journal of `watch`, read while it may be running. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TripKitError } from '../common/errors.ts';
import { IntakeStore } from '../desk/intake-store.ts';
import { LibraryRows } from '../store/library-rows.ts';
import { USER_DATABASE } from '../store/user-database.ts';
import { copyAside } from '../support/health/databases.ts';
import type { CommandOf } from './arguments.ts';
import { stateFolder, unusableFolder } from './folders.ts';
import type { HeadlessIo } from './io.ts';

/** A larger journal is not copied, bytes. */
const MAX_BYTES = 2 * 1024 ** 3;
/** SQLITE_BUSY (sqlite.org/rescode.html). */
const BUSY = 5;

/** The state folder of a `watch`. @throws TripKitError of kind `disk` if its folder of arrivals is not there */
export async function findState(
  place: CommandOf<'status'>['place'],
  env: HeadlessIo['env'],
): Promise<string> {
  if ('at' in place) return stateFolder(place, env);
  const arrivals = await realpath(place.in).catch((cause: unknown) => {
    throw unusableFolder(place.in, '--in', cause);
  });
  return stateFolder({ in: arrivals }, env);
}

/**
 * Reads a copy of the journal: only `watch` may open the journal itself.
 *
 * @param read gets null if nothing was watched yet
 * @throws TripKitError of kind `disk`
 */
export async function readJournal<T>(state: string, read: (store: IntakeStore | null) => T): Promise<T> {
  const aside = await mkdtemp(join(tmpdir(), 'tripkit-journal-'));
  try {
    const copy = join(aside, USER_DATABASE);
    const became = await copyAside(join(state, USER_DATABASE), copy, MAX_BYTES).catch(unreadable);
    if (became === 'missing') return read(null);
    if (became !== 'copied') unreadable();
    using db = new DatabaseSync(copy);
    db.exec('PRAGMA trusted_schema = OFF');
    return read(new IntakeStore(new LibraryRows(db, copy), ''));
  } finally {
    await rm(aside, { recursive: true, force: true, maxRetries: 3 });
  }
}

function unreadable(cause?: unknown): never {
  throw new TripKitError('disk', 'The journal of watch can’t be read. Check --in or --at, and try again.', {
    cause,
  });
}

/** Whether a `watch` has the journal open. */
export function isRunning(state: string): boolean {
  try {
    using db = new DatabaseSync(join(state, USER_DATABASE), { readOnly: true, timeout: 0 });
    // Otherwise SQLite would make files beside it.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.prepare('SELECT 1 FROM intake_trips LIMIT 1').get();
    return false;
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'errcode') === BUSY;
  }
}
