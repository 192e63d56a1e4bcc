import { z } from 'zod';
import type { KitDocument } from '../store/kit-record.ts';
import type { ReadingDatabase } from '../store/reading-database.ts';
import { json } from '../store/row-schema.ts';
import { readable } from '../store/sqlite-connection.ts';
import { change, changesOf, comparedPageRow, withinLimits } from './comparison-record.ts';
import type { ComparedPage } from './rules/compared-page.ts';

/** Increased when comparisons would give different results: stored results are then made again. */
const METHOD = 6;
/** Maximum number of stored comparisons that no flight needs (a person picked the kits). */
const MAX_OTHERS = 100;

/** SHA-256 of the compared documents, hex. */
interface DocumentPair {
  old_sha256: string;
  new_sha256: string;
}

/** A unique key for each pair. */
export function pairOf({ old_sha256, new_sha256 }: DocumentPair): string {
  return `${old_sha256} ${new_sha256}`;
}

/** The facts about a kit that can be compared: its document is on this laptop. */
export interface ComparedKit {
  id: string;
  document: KitDocument;
}

/** An older kit and a newer one. */
export interface ComparedKits {
  old: ComparedKit;
  new: ComparedKit;
}

export function documentsOf({ old, new: newer }: ComparedKits): DocumentPair {
  return { old_sha256: old.document.sha256, new_sha256: newer.document.sha256 };
}

/** `pairOf` of their documents. */
export function keyOf(kits: ComparedKits): string {
  return pairOf(documentsOf(kits));
}

const factsRow = z.object({
  old_sha256: z.string(),
  new_sha256: z.string(),
  /** `begun`: it was not finished. */
  state: z.enum(['begun', 'ready', 'failed']),
  /** Why it failed: a sentence. */
  why: z.string().nullable(),
  changes: json.pipe(z.array(change)),
});

/** A comparison without the results for each page. */
export type ComparisonFacts = z.infer<typeof factsRow>;

/**
 * Comparisons in `reading.sqlite`, by their documents, from which they can be made again.
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

  /** The pages of a ready comparison; null if there is none that can be read. */
  pages({ old_sha256, new_sha256 }: DocumentPair): ComparedPage[] | null {
    const row = this.#database.get(
      `SELECT pages FROM comparisons
       WHERE old_sha256 = ? AND new_sha256 = ? AND method = ? AND state = 'ready'`,
      ...[old_sha256, new_sha256, METHOD],
    );
    return json.pipe(z.array(comparedPageRow)).safeParse(row?.pages).data ?? null;
  }

  /**
   * Records the start of a comparison.
   *
   * @param at ms since 1970 UTC
   * @returns how many times it was started without being finished, including this time
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

  /** Records that a comparison was stopped for a reason other than its documents. */
  putDown(pair: DocumentPair): void {
    this.#change(pair, "starts = 0, state = 'begun'");
  }

  /** Stores the results. @returns the pages as they are stored */
  finish(pair: DocumentPair, pages: readonly ComparedPage[]): ComparedPage[] {
    const kept = withinLimits(pages);
    const texts = [JSON.stringify(changesOf(kept)), JSON.stringify(kept)];
    this.#change(pair, "starts = 0, state = 'ready', changes = ?, pages = ?", ...texts);
    return kept;
  }

  /** Records that these documents can't be compared. @param why a sentence */
  fail(pair: DocumentPair, why: string): void {
    this.#change(pair, "starts = 0, state = 'failed', why = ?", why);
  }

  /**
   * Deletes comparisons and contents of documents that are gone, and the oldest comparisons that no flight needs.
   *
   * @param documents the documents on this laptop, by hash
   * @param needed `pairOf` of the comparisons that are always kept
   */
  keepOnly(documents: ReadonlySet<string>, needed: ReadonlySet<string>): void {
    const there = JSON.stringify([...documents]);
    this.#database.run(
      'DELETE FROM page_contents WHERE sha256 NOT IN (SELECT value FROM json_each(?))',
      there,
    );
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

  /** The content of a page, as `PageContents` stored it; null if it is not known. */
  contentOf(sha256: string, page: number): string | null {
    const query = 'SELECT content FROM page_contents WHERE sha256 = ? AND page = ? AND method = ?';
    const row = this.#database.get(query, sha256, page, METHOD);
    return row === undefined ? null : String(row.content);
  }

  /** Stores the content of a page. */
  keepContent(sha256: string, page: number, content: string): void {
    const insert = 'INSERT OR REPLACE INTO page_contents (sha256, page, method, content) VALUES (?, ?, ?, ?)';
    this.#database.run(insert, sha256, page, METHOD, content);
  }

  #change({ old_sha256, new_sha256 }: DocumentPair, set: string, ...values: string[]): void {
    this.#database.run(
      `UPDATE comparisons SET ${set} WHERE old_sha256 = ? AND new_sha256 = ?`,
      ...[...values, old_sha256, new_sha256],
    );
  }
}
