/** Reads the user's database from a copy; the person's folder is not changed. */

import { access, chmod, constants, copyFile, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { shelfWants } from '../../../preload/contract.ts';
import { errorCode, nullIfMissing } from '../../common/files.ts';
import { isDamage } from '../../store/database-error.ts';
import { readHead } from '../../store/event-chain.ts';
import { type KitRecord, time } from '../../store/kit-record.ts';
import { LibraryRows } from '../../store/library-rows.ts';
import { readProfileRow, type StoredProfile } from '../../store/profile-store.ts';
import { json, readKitRow } from '../../store/row-schema.ts';
import { checkResult, readable, versionOf } from '../../store/sqlite-connection.ts';
import { LOG_HEAD, USER_DATABASE } from '../../store/user-database.ts';
import { userMigrations } from '../../store/user-schema.ts';
import { type DatabaseState, type HealthReport, isoOrNull } from './health-report.ts';

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
  shelves: StoredShelf[];
}

/** What is known of the shelf of a profile. Times are ms since 1970 UTC. */
export type StoredShelf = z.infer<typeof shelfRow>;

const shelfRow = z.object({
  profile_id: z.string(),
  wants: json.pipe(shelfWants),
  heard_at: time.nullable(),
  valid_until: time.nullable(),
});

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
    shelves: readable(
      db.prepare('SELECT profile_id, wants, heard_at, valid_until FROM shelves').all(),
      shelfRow,
    ),
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

// Copies a database that another process has open, without disturbing that process: nothing is locked, and nothing in its folder is
// created or changed. (If SQLite opened the file itself, it would create a `-shm` file beside it, or be refused.)

/** How many times the copy is started again because the log was restarted meanwhile. */
const TRIES = 5;
/** Length of a write-ahead log's header, bytes; it gets new salts whenever the log restarts (sqlite.org/walformat.html). */
const WAL_HEADER = 32;

/** Result of a copy. */
type CopiedAside = 'copied' | 'missing' | 'too_large' | 'changing';

/**
 * Copies the database and its log to `to` and `to-wal`, as they were at one moment. Opening the copy applies the log.
 *
 * The log is copied last. If its header has not changed during the copy, every page that reached the database meanwhile is still in
 * the log. Unfinished writes end in a checksum that does not match, and SQLite ignores them.
 *
 * @param max_bytes limit for database and log together
 * @throws errors of node:fs, such as for a file that the system has locked
 */
export async function copyAside(file: string, to: string, max_bytes: number): Promise<CopiedAside> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await stateOf(file);
    if (before === null) return 'missing';
    if (before.bytes > max_bytes) return 'too_large';
    await rm(`${to}-wal`, { force: true });
    await copyFile(file, to);
    // A missing log is noticed afterwards, by its header.
    if (before.log !== '')
      await copyFile(`${file}-wal`, `${to}-wal`, constants.COPYFILE_FICLONE).catch(nullIfMissing);
    const after = await stateOf(file);
    const same = before.log !== '' ? before.log === after?.log : before.facts === after?.facts;
    if (same) return 'copied';
  }
  return 'changing';
}

interface FileState {
  bytes: number;
  /** The log's header, hex; empty if there is no log. */
  log: string;
  /** File facts that change when the database itself is written to. */
  facts: string;
}

/** Null if there is no database. */
async function stateOf(file: string): Promise<FileState | null> {
  const facts = await stat(file).catch(nullIfMissing);
  if (facts === null) return null;
  const log = await stat(`${file}-wal`).catch(nullIfMissing);
  const bytes = facts.size + (log?.size ?? 0);
  const header = log === null ? '' : await headerOf(`${file}-wal`);
  return { bytes, log: header, facts: `${facts.size} ${facts.mtimeMs} ${header}` };
}

/** Empty if the log is gone or has no complete header. */
async function headerOf(file: string): Promise<string> {
  await using handle = await open(file, 'r').catch(nullIfMissing);
  const read = await handle?.read(Buffer.alloc(WAL_HEADER), 0, WAL_HEADER, 0);
  return read?.bytesRead === WAL_HEADER ? read.buffer.toString('hex') : '';
}
