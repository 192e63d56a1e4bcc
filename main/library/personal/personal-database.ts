/**
 * The personal database: what people put beside their kits (places, marks, what they did, standing orders). It can't be
 * made again, so damage is put aside, never deleted; and reading doesn't depend on it, so the app starts without it too.
 *
 * It is a file of its own because the rescue of the library (rescue-rows.ts) knows that database's tables by their
 * columns. Rows name their kit by its id; what belongs to a kit is removed with it by whoever owns the table.
 */
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { databaseError, isDamage, sqlite } from '../database-error.ts';
import {
  checkResult,
  createPrivately,
  openChecked,
  putAside,
  SqliteConnection,
} from '../sqlite-connection.ts';
import { personalMigrations } from './personal-migrations.ts';

export class PersonalDatabase extends SqliteConnection {
  /** Path of the damaged database that was put out of the way at this start; null where all was well. */
  readonly setAside: string | null;
  /**
   * Null where what is written is kept. Else the file could not be used (in use, no access, a newer version's), this
   * run works in memory, and the sentence says so.
   */
  readonly problem: string | null;

  constructor(db: DatabaseSync, file: string | null, found: { setAside?: string; problem?: string } = {}) {
    super(db, file);
    this.setAside = found.setAside ?? null;
    this.problem = found.problem ?? null;
  }
}

export interface PersonalDatabaseOptions {
  /** Wall clock, ms since 1970 UTC; names a damaged file. */
  now?: () => number;
  /** How long to wait for another process to let go of the database, ms. */
  busy_timeout_ms?: number;
  /** The steps to run; for tests of migrations. */
  migrations?: readonly string[];
}

/** Opens the personal database, or starts one. Never throws for what is wrong with the file: see `problem`, `setAside`. */
export function openPersonalDatabase(file: string, options: PersonalDatabaseOptions = {}): PersonalDatabase {
  const { now = Date.now, busy_timeout_ms: timeout = 5000, migrations = personalMigrations } = options;
  const open = (path: string) => {
    if (path === file) createPrivately(file);
    return openChecked(path, { timeout, migrations, name: basename(file), check: checkOrRepair });
  };
  try {
    try {
      return new PersonalDatabase(open(file), file);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    const setAside = putAside(file, now());
    return new PersonalDatabase(open(file), file, { setAside });
  } catch (error) {
    const why = databaseError(error, file).message;
    return new PersonalDatabase(open(':memory:'), null, {
      problem: `Your reading places and marks can’t be kept on this laptop just now; your kits can be read all the same. ${why}`,
    });
  }
}

/** Where only an index disagrees with its table, it is built again. @throws an error that `isDamage` knows */
function checkOrRepair(db: DatabaseSync): void {
  if (checkResult(db, 'integrity_check') === 'ok') return;
  try {
    db.exec('REINDEX');
  } catch {
    // The second check decides.
  }
  if (checkResult(db, 'integrity_check') !== 'ok') {
    throw Object.assign(new Error('the personal database is damaged'), { errcode: sqlite.corrupt });
  }
}
