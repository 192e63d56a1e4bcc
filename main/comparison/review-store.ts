import { z } from 'zod';
import { TripKitError } from '../common/errors.ts';
import type { EventLog } from '../store/event-log.ts';
import { json } from '../store/row-schema.ts';
import { readable, type SqliteConnection } from '../store/sqlite-connection.ts';
import { reviewWords } from './review-words.ts';

/** Reviews that one kit may have: each is of many pages, or takes such back. */
export const MAX_REVIEWS_OF_KIT = 2_000;
/** What a page is called is kept up to this, code units. */
const MAX_NAME = 100;

const page = z.number().int().min(1).nullable();

/** The pages of a change, from 1: the older document's and the newer one's; null where that one has none. */
const pagePair = z.tuple([page, page]);
export type PagePair = z.infer<typeof pagePair>;

const reviewRow = z.object({
  /** The newer kit. */
  kit_id: z.string(),
  /** Of the older document, hex: what was reviewed is the change between these two, whatever kits they are of later. */
  old_sha256: z.string(),
  /** Of the newer document, hex. */
  new_sha256: z.string(),
  pages: json.pipe(z.array(pagePair)),
  /** What each of the pages was called then; null for one without a name. */
  named: json.pipe(z.array(z.string().nullable())),
  /** False: the person took it back. */
  reviewed: z.number().transform((value) => value !== 0),
  /** The user name of the operating system's account. */
  who: z.string(),
  /** ms since 1970 UTC. */
  at: z.number(),
});

/** A person said of changed pages that they have reviewed them, or took that back. */
export type Review = z.infer<typeof reviewRow>;

/**
 * Where reviews are kept. Synchronous; durable when a call returns.
 *
 * @throws TripKitError of kind `disk` where the store can't be read or written
 */
export interface ReviewStore {
  /** @throws TripKitError of kind `config`, condition `too_many_reviews`, where the kit has as many as it can have */
  add(review: Review): void;
  /** The reviews of a newer kit, oldest first. */
  list(kit_id: string): Review[];
  /** The reviews of what changed between two documents, oldest first. */
  between(old_sha256: string, new_sha256: string): Review[];
  /** Every review, oldest first. */
  all(): Review[];
}

const COLUMNS = 'kit_id, old_sha256, new_sha256, pages, named, reviewed, who, at';

/** Reviews in the user's database. */
export class SqliteReviewStore implements ReviewStore {
  readonly #database: SqliteConnection;
  readonly #log: EventLog;

  /** @param log has an entry of each */
  constructor(database: SqliteConnection, log: EventLog) {
    this.#database = database;
    this.#log = log;
  }

  add(review: Review): void {
    const { kit_id, old_sha256, new_sha256, pages, named, reviewed, who, at } = review;
    const names = named.map((name) => name?.slice(0, MAX_NAME).toWellFormed() ?? null);
    const texts = [JSON.stringify(pages), JSON.stringify(names)];
    this.#database.write((sql) => {
      const known = sql('SELECT count(*) AS n FROM reviews WHERE kit_id = ?').get(kit_id);
      if (Number(known?.n) >= MAX_REVIEWS_OF_KIT) {
        throw new TripKitError(
          'config',
          'What was reviewed of this kit was changed more often than can be kept. It stays as it is.',
          { condition: 'too_many_reviews' },
        );
      }
      this.#database.run(
        `INSERT INTO reviews (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[kit_id, old_sha256, new_sha256, ...texts, reviewed ? 1 : 0, who, at],
      );
      const body = { what: reviewWords(review), document_sha256: new_sha256 };
      this.#log.append({ at, kind: 'reviewed', kit_id, who, body });
    });
  }

  list(kit_id: string): Review[] {
    return this.#find('WHERE kit_id = ?', kit_id);
  }

  between(old_sha256: string, new_sha256: string): Review[] {
    return this.#find('WHERE new_sha256 = ? AND old_sha256 = ?', new_sha256, old_sha256);
  }

  all(): Review[] {
    return this.#find('');
  }

  #find(where: string, ...values: string[]): Review[] {
    const query = `SELECT ${COLUMNS} FROM reviews ${where} ORDER BY seq`;
    return readable(
      this.#database.read((sql) => sql(query).all(...values)),
      reviewRow,
    );
  }
}

/** Names a change among those between two documents. */
export function pairKey([old, new_]: readonly [number | null, number | null]): string {
  return `${old ?? ''}>${new_ ?? ''}`;
}

/** What a person has reviewed of a change between two documents: when, ms since 1970 UTC, by `pairKey`. */
export function reviewedBy(reviews: readonly Review[], who: string): Map<string, number> {
  const at = new Map<string, number>();
  for (const review of reviews) {
    if (review.who !== who) continue;
    for (const pair of review.pages) {
      if (review.reviewed) at.set(pairKey(pair), review.at);
      else at.delete(pairKey(pair));
    }
  }
  return at;
}
