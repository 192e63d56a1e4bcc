/** Reads the databases of the person's folder from copies; the folder itself is not changed. */
import { access, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode } from '../../common/files.ts';
import { auditMigrations } from '../../record/audit-database.ts';
import { readHead } from '../../record/audit-head.ts';
import { copyAside } from '../../store/copy-aside.ts';
import { isDamage } from '../../store/database-error.ts';
import type { KitRecord } from '../../store/kit-record.ts';
import { LibraryRows } from '../../store/library-rows.ts';
import { migrations } from '../../store/migrations.ts';
import type { StoredProfile } from '../../store/profile-store.ts';
import { checkResult, versionOf } from '../../store/sqlite-connection.ts';
import { libraryStores } from '../../store/stores.ts';
import type { DatabaseState, HealthReport } from './health-report.ts';
import { isoOrNull } from './health-report.ts';

/** A larger database is not copied, bytes. */
const MAX_BYTES = 512 * 1024 * 1024;

interface Opened<T> {
  state: DatabaseState;
  version: number | null;
  found: T | null;
}

/** What the library holds. */
export interface LibraryFacts {
  kits: KitRecord[];
  profiles: StoredProfile[];
  service: NonNullable<HealthReport['service']>;
}

/** The library, from a copy of it in `aside`, a folder of our own. Never rejects. */
export function readLibrary(user_data: string, aside: string): Promise<Opened<LibraryFacts>> {
  return readCopy(user_data, aside, 'library.sqlite', migrations.length, (db) => {
    const { kits, profiles } = libraryStores(new LibraryRows(db, 'library.sqlite'));
    const all = kits.list();
    const downloaded = db
      .prepare(
        `SELECT MAX(at) AS at FROM events r WHERE state = 'ready' AND EXISTS
           (SELECT 1 FROM events d WHERE d.kit_id = r.kit_id AND d.seq < r.seq AND d.state = 'downloading')`,
      )
      .get()?.at;
    const requested = newest(all.map(({ requested_at }) => requested_at));
    const contact = newest([requested, typeof downloaded === 'number' ? downloaded : null]);
    const failed = all.filter(
      ({ state, state_since, failure }) =>
        (state === 'failed' || state === 'unconfirmed') &&
        state_since > (contact ?? 0) &&
        failure !== null &&
        NO_CONTACT.has(failure.kind),
    );
    const service = {
      last_request_at: isoOrNull(requested),
      last_contact_at: isoOrNull(contact),
      failed_since: failed.length,
    };
    return { kits: all, profiles: profiles.list(), service };
  });
}

/** Failures that say something of the way to the service, rather than of one request. */
const NO_CONTACT = new Set<string>(['network', 'service', 'authentication', 'identity', 'deadline']);

/** The activity record. */
export async function readAudit(user_data: string, aside: string): Promise<HealthReport['audit']> {
  const head = readHead(join(user_data, 'audit-head.json'));
  const { state, found } = await readCopy(user_data, aside, 'audit.sqlite', auditMigrations.length, (db) => ({
    entries: Number(db.prepare('SELECT COUNT(*) AS n FROM entries').get()?.n),
    seq: Number(db.prepare('SELECT CAST(MAX(seq) AS REAL) AS n FROM entries').get()?.n ?? 0),
    at: db.prepare('SELECT CAST(MAX(written_at) AS REAL) AS n FROM entries').get()?.n ?? null,
  }));
  return {
    state,
    entries: found?.entries ?? null,
    last_at: isoOrNull(typeof found?.at === 'number' ? found.at : null),
    // The end was written down after the entry: entries that are missing there were cut off.
    complete: found === null ? null : head === null ? null : found.seq >= head.seq,
  };
}

/** The journal of watched folders. */
export async function readJournal(user_data: string, aside: string) {
  const { found } = await readCopy(user_data, aside, 'watch.sqlite', Number.MAX_SAFE_INTEGER, (db) => ({
    under_way: count(db, "SELECT COUNT(*) AS n FROM trips WHERE state IN ('waiting', 'requested')"),
    untold: count(db, 'SELECT COUNT(*) AS n FROM outbox'),
  }));
  return found;
}

function count(db: DatabaseSync, query: string): number {
  return Number(db.prepare(query).get()?.n ?? 0);
}

async function readCopy<T>(
  user_data: string,
  aside: string,
  name: string,
  version: number,
  read: (db: DatabaseSync) => T,
): Promise<Opened<T>> {
  const failed = (state: DatabaseState, found_version: number | null = null): Opened<T> => ({
    state,
    version: found_version,
    found: null,
  });
  const copy = join(aside, name);
  try {
    const became = await copyAside(join(user_data, name), copy, MAX_BYTES);
    if (became !== 'copied') return failed(became === 'missing' ? 'missing' : 'unchecked');
  } catch (error) {
    return failed(await stateOfError(error, aside));
  }
  let db: DatabaseSync | null = null;
  try {
    // A copy of a file that may only be read is one, too.
    await chmod(copy, 0o600);
    db = new DatabaseSync(copy);
    // The file may be damaged: its schema is not trusted.
    db.exec('PRAGMA trusted_schema = OFF');
    const found = versionOf(db);
    if (found > version) return failed('newer_version', found);
    if (checkResult(db, 'quick_check') !== 'ok') return failed('damaged', found);
    // An empty file, as some crashes of a file system leave it, is no database of ours.
    if (found === 0) return failed('missing');
    return { state: 'ok', version: found, found: read(db) };
  } catch (error) {
    return failed(isDamage(error) ? 'damaged' : 'unreadable');
  } finally {
    db?.close();
  }
}

async function stateOfError(error: unknown, aside: string): Promise<DatabaseState> {
  const code = errorCode(error) ?? '';
  if (code === 'EBUSY') return 'locked';
  if (code === 'ENOSPC') return 'unchecked';
  const writable = await access(aside).then(
    () => true,
    () => false,
  );
  return writable ? 'unreadable' : 'unchecked';
}

function newest(times: readonly (number | null)[]): number | null {
  return times.reduce<number | null>(
    (last, at) => (at !== null && (last === null || at > last) ? at : last),
    null,
  );
}
