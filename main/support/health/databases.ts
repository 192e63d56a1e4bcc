/** Reads the user's database from a copy; the person's folder is not changed. */
import { access, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode } from '../../common/files.ts';
import { copyAside } from '../../store/copy-aside.ts';
import { isDamage } from '../../store/database-error.ts';
import { readHead } from '../../store/event-head.ts';
import type { KitRecord } from '../../store/kit-record.ts';
import { LibraryRows } from '../../store/library-rows.ts';
import { readProfileRow, type StoredProfile } from '../../store/profile-store.ts';
import { readKitRow } from '../../store/row-schema.ts';
import { checkResult, versionOf } from '../../store/sqlite-connection.ts';
import { LOG_HEAD, USER_DATABASE } from '../../store/user-database.ts';
import { userMigrations } from '../../store/user-schema.ts';
import type { DatabaseState, HealthReport } from './health-report.ts';
import { isoOrNull } from './health-report.ts';

/** A larger database is not copied, bytes. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The state of the database, and its content; null if that can't be read. */
export interface UserData {
  state: DatabaseState;
  version: number | null;
  found: UserFacts | null;
}

/** The content of the database. */
export interface UserFacts {
  kits: KitRecord[];
  profiles: StoredProfile[];
  service: NonNullable<HealthReport['service']>;
  audit: Pick<HealthReport['audit'], 'entries' | 'last_at' | 'complete'>;
  journal: { under_way: number; untold: number };
}

function factsOf(db: DatabaseSync, user_data: string): UserFacts {
  const rows = new LibraryRows(db, USER_DATABASE);
  const all = rows.all('kits', readKitRow, 'SELECT * FROM kits');
  return {
    kits: all,
    profiles: rows.all('profiles', readProfileRow, 'SELECT * FROM profiles ORDER BY rowid'),
    service: serviceOf(all),
    audit: auditOf(db, user_data),
    journal: {
      under_way: count(db, "SELECT COUNT(*) AS n FROM intake_trips WHERE state IN ('waiting', 'requested')"),
      untold: count(db, 'SELECT COUNT(*) AS n FROM outbox'),
    },
  };
}

function serviceOf(all: readonly KitRecord[]): UserFacts['service'] {
  const requested = newest(all.map(({ requested_at }) => requested_at));
  // A ready kit with a service id was downloaded from the service.
  const downloaded = all.filter(({ state, tripkit_id }) => state === 'ready' && tripkit_id !== null);
  const contact = newest([requested, ...downloaded.map(({ state_since }) => state_since)]);
  const failed = all.filter(
    ({ state, state_since, failure }) =>
      (state === 'failed' || state === 'unconfirmed') &&
      state_since > (contact ?? 0) &&
      failure !== null &&
      NO_CONTACT.has(failure.kind),
  );
  return {
    last_request_at: isoOrNull(requested),
    last_contact_at: isoOrNull(contact),
    failed_since: failed.length,
  };
}

/** The activity record. The head names the last entry, or an earlier one: if that entry is missing, it was cut off. */
function auditOf(db: DatabaseSync, user_data: string): UserFacts['audit'] {
  const head = readHead(join(user_data, LOG_HEAD));
  const at = db.prepare('SELECT CAST(MAX(written_at) AS REAL) AS n FROM entries').get()?.n;
  const seq = count(db, 'SELECT CAST(MAX(seq) AS REAL) AS n FROM entries');
  return {
    entries: count(db, 'SELECT COUNT(*) AS n FROM entries'),
    last_at: isoOrNull(typeof at === 'number' ? at : null),
    complete: head === null ? null : seq >= head.seq,
  };
}

/** Failures of the connection to the service, rather than of one request. */
const NO_CONTACT = new Set<string>(['network', 'service', 'authentication', 'identity', 'deadline']);

function count(db: DatabaseSync, query: string): number {
  return Number(db.prepare(query).get()?.n ?? 0);
}

/** The database's content, from a copy in `aside`, a folder of our own. Never rejects. */
export async function readUserData(user_data: string, aside: string): Promise<UserData> {
  const failed = (state: DatabaseState, version: number | null = null): UserData => ({
    ...{ state, version, found: null },
  });
  const copy = join(aside, USER_DATABASE);
  try {
    const became = await copyAside(join(user_data, USER_DATABASE), copy, MAX_BYTES);
    if (became !== 'copied') return failed(became === 'missing' ? 'missing' : 'unchecked');
  } catch (error) {
    return failed(await stateOfError(error, aside));
  }
  let db: DatabaseSync | null = null;
  try {
    // A copy of a read-only file is read-only, too.
    await chmod(copy, 0o600);
    db = new DatabaseSync(copy);
    // The file may be damaged: its schema is not trusted.
    db.exec('PRAGMA trusted_schema = OFF');
    const found = versionOf(db);
    if (found > userMigrations.length) return failed('newer_version', found);
    if (checkResult(db, 'quick_check') !== 'ok') return failed('damaged', found);
    // An empty file, which some file system crashes leave, is not a database of ours.
    if (found === 0) return failed('missing');
    return { state: 'ok', version: found, found: factsOf(db, user_data) };
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
