import { z } from 'zod';
import type { ReadingDatabase } from '../store/reading-database.ts';
import { json } from '../store/row-schema.ts';
import { readable } from '../store/sqlite-connection.ts';
import {
  type Change,
  type ComparedPage,
  changesOf,
  comparedPageRow,
  withinLimits,
} from './comparison-record.ts';

/** Raised when documents would compare otherwise than before: what was found until then is found anew. */
const METHOD = 3;
/** Comparisons that nobody's flights need (a person picked the kits) are kept up to this number. */
const MAX_OTHERS = 100;

/** The documents of a comparison, hex. */
export interface DocumentPair {
  old_sha256: string;
  new_sha256: string;
}

/** One text for each pair. */
export function pairOf({ old_sha256, new_sha256 }: DocumentPair): string {
  return `${old_sha256} ${new_sha256}`;
}

const page = z.number().int().min(1).nullable();
const factsRow = z.object({
  old_sha256: z.string(),
  new_sha256: z.string(),
  state: z.enum(['begun', 'ready', 'failed']),
  /** Why it failed: a sentence. */
  why: z.string().nullable(),
  changes: json.pipe(z.array(z.object({ page: z.tuple([page, page]), chart: z.number().int() }))),
});

/** A comparison without what it found on each page. `begun`: it was not ended. */
export interface ComparisonFacts extends DocumentPair {
  state: 'begun' | 'ready' | 'failed';
  why: string | null;
  /** The pages that changed, are new or gone. */
  changes: Change[];
}

/**
 * Comparisons in `reading.sqlite`, by their documents: they can be made again from these.
 *
 * Every call @throws TripKitError of kind `disk`.
 */
export class ComparisonStore {
  readonly #database: ReadingDatabase;

  constructor(database: ReadingDatabase) {
    this.#database = database;
  }

  /** All comparisons. */
  facts(): ComparisonFacts[] {
    const rows = this.#database.all(
      'SELECT old_sha256, new_sha256, state, why, changes FROM comparisons WHERE method = ?',
      METHOD,
    );
    return readable(rows, factsRow);
  }

  /** The pages of a comparison that is ready; null where there is none that can be read. */
  pages({ old_sha256, new_sha256 }: DocumentPair): ComparedPage[] | null {
    const row = this.#database.get(
      `SELECT pages FROM comparisons
       WHERE old_sha256 = ? AND new_sha256 = ? AND method = ? AND state = 'ready'`,
      ...[old_sha256, new_sha256, METHOD],
    );
    return json.pipe(z.array(comparedPageRow)).safeParse(row?.pages).data ?? null;
  }

  /**
   * These documents are compared now.
   *
   * @param at ms since 1970 UTC
   * @returns how often that was begun without being ended, this time included
   */
  begin({ old_sha256, new_sha256 }: DocumentPair, at: number): number {
    return this.#database.write(() => {
      const known = this.#database.get(
        'SELECT starts FROM comparisons WHERE old_sha256 = ? AND new_sha256 = ? AND method = ?',
        ...[old_sha256, new_sha256, METHOD],
      );
      const starts = Number(known?.starts ?? 0) + 1;
      this.#database.run(
        `INSERT OR REPLACE INTO comparisons (old_sha256, new_sha256, method, state, starts, why, changes, pages, at)
         VALUES (?, ?, ?, 'begun', ?, NULL, '[]', '[]', ?)`,
        ...[old_sha256, new_sha256, METHOD, starts, at],
      );
      return starts;
    });
  }

  /** It was put down, by no fault of the documents. */
  putDown(pair: DocumentPair): void {
    this.#change(pair, "starts = 0, state = 'begun'");
  }

  /** Keeps what was found. @returns the pages as they are kept */
  finish(pair: DocumentPair, pages: readonly ComparedPage[]): ComparedPage[] {
    const kept = withinLimits(pages);
    const texts = [JSON.stringify(changesOf(kept)), JSON.stringify(kept)];
    this.#change(pair, "starts = 0, state = 'ready', changes = ?, pages = ?", ...texts);
    return kept;
  }

  /** These documents can't be compared. @param why a sentence */
  fail(pair: DocumentPair, why: string): void {
    this.#change(pair, "starts = 0, state = 'failed', why = ?", why);
  }

  /**
   * Forgets comparisons of documents that are gone, and the oldest of those that nobody's flights need.
   *
   * @param documents those that are here
   * @param needed `pairOf` each comparison that is kept in any case
   */
  keepOnly(documents: ReadonlySet<string>, needed: ReadonlySet<string>): void {
    const rows = this.#database
      .all('SELECT old_sha256, new_sha256 FROM comparisons ORDER BY at DESC, rowid DESC')
      .map(({ old_sha256, new_sha256 }) => ({
        old_sha256: String(old_sha256),
        new_sha256: String(new_sha256),
      }));
    let others = 0;
    const over = rows.filter((pair) => {
      if (!documents.has(pair.old_sha256) || !documents.has(pair.new_sha256)) return true;
      if (needed.has(pairOf(pair))) return false;
      others += 1;
      return others > MAX_OTHERS;
    });
    if (over.length === 0) return;
    this.#database.write(() => {
      for (const { old_sha256, new_sha256 } of over) {
        this.#database.run(
          'DELETE FROM comparisons WHERE old_sha256 = ? AND new_sha256 = ?',
          old_sha256,
          new_sha256,
        );
      }
    });
  }

  #change({ old_sha256, new_sha256 }: DocumentPair, set: string, ...values: string[]): void {
    this.#database.run(
      `UPDATE comparisons SET ${set} WHERE old_sha256 = ? AND new_sha256 = ?`,
      ...[...values, old_sha256, new_sha256],
    );
  }
}
