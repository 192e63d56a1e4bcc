/** Whether a database from another laptop is one of ours, and contains nothing else. */
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { MAX_PROFILE_TEXT } from '../../profile/profile.ts';
import { readProfileRow, type StoredProfile } from '../../store/profile-store.ts';
import { checkResult, hasOwnSchema, versionOf } from '../../store/sqlite-connection.ts';
import { USER_DATABASE } from '../../store/user-database.ts';
import { userMigrations } from '../../store/user-schema.ts';
import { type CopyFacts, countsOf } from '../backup/check-copy.ts';
import { countOthers, handedKit, handedTables, STAYS } from './filter-copy.ts';
import { damaged, foreign, type HandOverManifest, newer, tooMany } from './manifest.ts';

/**
 * Checks every page and index of a database; that it has exactly the tables of its version, no triggers or views, and no
 * rows in tables that are not handed over; and the kits of all documents. Never writes to it or runs anything in it.
 *
 * @throws TripKitError of kind `config`
 */
export function checkIncoming(path: string, manifest: HandOverManifest): void {
  const { version, rows = {} } = manifest.files.find(({ name }) => name === USER_DATABASE) ?? {};
  const manifestVersion = version ?? 0;
  if (manifestVersion > userMigrations.length) throw newer();
  let incoming: DatabaseSync;
  try {
    incoming = new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw damaged(error);
  }
  try {
    incoming.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    if (versionOf(incoming) !== manifestVersion || manifestVersion < 1) throw foreign();
    if (!hasOwnSchema(incoming, userMigrations)) throw foreign();
    if (checkResult(incoming, 'integrity_check') !== 'ok') throw damaged();
    if (incoming.prepare('PRAGMA foreign_key_check').all().length > 0) throw damaged();
    checkKits(incoming, manifest);
    if (Object.values(countsOf(incoming, STAYS)).some((count) => count > 0) || countOthers(incoming) > 0)
      throw foreign();
    if (!isDeepStrictEqual(rows, countsOf(incoming, handedTables))) throw foreign();
    if (tooMany(rows) !== null) throw foreign();
  } catch (error) {
    throw error instanceof Error && error.name === 'TripKitError' ? error : damaged(error);
  } finally {
    incoming.close();
  }
}

/** What the app has to know of a database that was checked, before a person is asked. */
export interface IncomingContents {
  kit_ids: string[];
  marks: number;
  acknowledgements: number;
  /** Number of kits that are planned. */
  planned: number;
  /** The ids of the kits' profiles, each once. */
  used: string[];
  /** Those of them that came with their content. */
  profiles: StoredProfile[];
}

/** Reads it. It takes as long as the file is large, so a worker does it. @throws the error of node:sqlite; TripKitError of kind `config` */
export function contentsOf(path: string): IncomingContents {
  using incoming = new DatabaseSync(path, { readOnly: true });
  const kits = incoming.prepare('SELECT id, profile_id, state FROM kits').all();
  const { marks = 0, acknowledgements = 0 } = countsOf(incoming, ['marks', 'acknowledgements']);
  // A kit of a longer profile can be read without it.
  const profiles = incoming
    .prepare(
      'SELECT id, text, added_at FROM profiles WHERE length(text) <= ? AND id IN (SELECT profile_id FROM kits) ORDER BY rowid',
    )
    .all(MAX_PROFILE_TEXT);
  return {
    kit_ids: kits.map(({ id }) => String(id)),
    ...{ marks, acknowledgements },
    planned: kits.filter(({ state }) => state === 'planned').length,
    used: [...new Set(kits.map(({ profile_id }) => String(profile_id)))],
    profiles: profiles.map((row) => readProfileRow(row)),
  };
}

/** Every kit must be readable and have one of our ids, and each document must be the one that its kit is ready with. */
function checkKits(incoming: DatabaseSync, { documents }: HandOverManifest): void {
  const rows = incoming.prepare('SELECT * FROM kits').all();
  const known = rows.flatMap((row) => handedKit(row) ?? []);
  if (known.length < rows.length) throw foreign();
  const kits = new Map(known.map((kit) => [kit.id, kit]));
  for (const { kit_id, bytes, sha256 } of documents) {
    const kit = kits.get(kit_id);
    if (kit?.state !== 'ready' || kit.document?.bytes !== bytes || kit.document.sha256 !== sha256)
      throw foreign();
  }
}

/** Its version, and the number of rows of each table that is handed over. */
export function rowCounts(path: string): CopyFacts {
  using copy = new DatabaseSync(path, { readOnly: true });
  return { version: versionOf(copy), rows: countsOf(copy, handedTables) };
}
