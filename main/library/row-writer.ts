import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { databaseError, libraryGone } from './database-error.ts';

/**
 * Writes to the library: all of a step or nothing of it, durable when the call returns.
 *
 * An open file can be written after its folder was moved away or its volume was forcibly unmounted, and nobody would
 * find it again; so each step first looks whether the library is still in its place.
 */
export class RowWriter {
  readonly #db: DatabaseSync;
  readonly #file: string;
  #inStep = false;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
  }

  /**
   * A step within a step belongs to the outer one.
   *
   * @throws TripKitError of kind `disk`; the library is as it was before, and the step may be tried again
   */
  write(step: () => void): void {
    if (this.#inStep) {
      step();
      return;
    }
    this.#inStep = true;
    try {
      if (statSync(this.#file, { throwIfNoEntry: false }) === undefined) throw libraryGone(this.#file);
      this.#db.exec('BEGIN IMMEDIATE');
      step();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      throw databaseError(error, this.#file);
    } finally {
      this.#inStep = false;
    }
  }

  /** SQLite has rolled back by itself after some errors (SQLITE_FULL, SQLITE_IOERR), not after others. */
  #rollBack(): void {
    try {
      if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec('ROLLBACK');
    } catch {
      // The error that led here says more.
    }
  }
}
