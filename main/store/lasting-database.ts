/** A database that can't be made again: damage is put aside, never deleted, and the app starts without it too. */
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { databaseError, isDamage, sqlite } from './database-error.ts';
import {
  checkResult,
  createPrivately,
  openChecked,
  putAside,
  SqliteConnection,
} from './sqlite-connection.ts';

export class LastingDatabase extends SqliteConnection {
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

export interface LastingDatabaseOptions {
  /** Wall clock, ms since 1970 UTC; names a damaged file. */
  now?: () => number;
  /** How long to wait for another process to let go of the database, ms. */
  busy_timeout_ms?: number;
}

/** What one such database is. */
interface Kind {
  migrations: readonly string[];
  /** In a sentence: "the personal database". */
  name: string;
  /** The beginning of `problem`: what can't be kept, and what can be done all the same. */
  problem: string;
  /** More pages than this are checked without their indexes. */
  many_pages?: number;
}

/** Opens the database, or starts one. Never throws for what is wrong with the file: see `problem`, `setAside`. */
export function openLasting(file: string, kind: Kind, options: LastingDatabaseOptions): LastingDatabase {
  const { now = Date.now, busy_timeout_ms: timeout = 5000 } = options;
  const open = (path: string) => {
    if (path === file) createPrivately(file);
    const check = (db: DatabaseSync) => checkOrRepair(db, kind);
    return openChecked(path, { timeout, migrations: kind.migrations, name: basename(file), check });
  };
  try {
    try {
      return new LastingDatabase(open(file), file);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    const setAside = putAside(file, now());
    return new LastingDatabase(open(file), file, { setAside });
  } catch (error) {
    const why = databaseError(error, file).message;
    return new LastingDatabase(open(':memory:'), null, { problem: `${kind.problem} ${why}` });
  }
}

/** Where only an index disagrees with its table, it is built again. @throws an error that `isDamage` knows */
function checkOrRepair(db: DatabaseSync, { name, many_pages = Infinity }: Kind): void {
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
  if (checkResult(db, pages > many_pages ? 'quick_check' : 'integrity_check') === 'ok') return;
  try {
    db.exec('REINDEX');
  } catch {
    // The second check decides.
  }
  if (checkResult(db, 'integrity_check') === 'ok') return;
  throw Object.assign(new Error(`${name} is damaged`), { errcode: sqlite.corrupt });
}
