import { z } from 'zod';
import { type ReviewedPage, reviewedPage } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { EventLog } from '../store/event-log.ts';
import { json } from '../store/row-schema.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { pageKey } from './rules/compared-page.ts';

/** Maximum number of reviews of one kit; each covers or revokes many pages. */
export const MAX_REVIEWS_OF_KIT = 2_000;
/** Maximum stored length of a page's name, code units. */
const MAX_NAME = 100;

const reviewRow = z.object({
  /** The newer kit. */
  kit_id: z.string(),
  /** Of the older document, hex. A review is of the change between two documents, whatever kits they belong to later. */
  old_sha256: z.string(),
  /** Of the newer document, hex. */
  new_sha256: z.string(),
  pages: json.pipe(z.array(reviewedPage)),
  /** The name of each page at that time; null for one without a name. */
  named: json.pipe(z.array(z.string().nullable())),
  /** False: the person revoked the review. */
  reviewed: z.number().transform((value) => value !== 0),
  /** The user name of the operating system's account. */
  who: z.string(),
  /** ms since 1970 UTC. */
  at: z.number(),
});

/** A person's review of changed pages, or its revocation. */
type Review = z.infer<typeof reviewRow>;

const COLUMNS = 'kit_id, old_sha256, new_sha256, pages, named, reviewed, who, at';

/**
 * The store of reviews. Synchronous; durable when a call returns.
 *
 * @throws TripKitError of kind `disk` if the store can't be read or written
 */
export class ReviewStore {
  readonly #database: SqliteConnection;
  readonly #log: EventLog;

  /** @param log gets an entry for each review */
  constructor(database: SqliteConnection, log: EventLog) {
    this.#database = database;
    this.#log = log;
  }

  /** @throws TripKitError of kind `config`, condition `too_many_reviews`, if the kit has the maximum number */
  add(review: Review): void {
    const { kit_id, old_sha256, new_sha256, pages, named, reviewed, who, at } = review;
    const names = named.map((name) => name?.slice(0, MAX_NAME).toWellFormed() ?? null);
    const texts = { pages: JSON.stringify(pages), named: JSON.stringify(names) };
    this.#database.write((sql) => {
      const known = sql('SELECT count(*) AS n FROM reviews WHERE kit_id = ?').get(kit_id);
      if (Number(known?.n) >= MAX_REVIEWS_OF_KIT) {
        throw new TripKitError(
          'config',
          'What was reviewed of this kit was changed more often than can be kept. It stays as it is.',
          { condition: 'too_many_reviews' },
        );
      }
      this.#database.insert('reviews', { kit_id, old_sha256, new_sha256, ...texts, reviewed, who, at });
      const body = { what: reviewWords(review), document_sha256: new_sha256 };
      this.#log.append({ at, kind: 'reviewed', kit_id, who, body });
    });
  }

  /** The reviews of a newer kit, oldest first. */
  list(kit_id: string): Review[] {
    return this.#find('WHERE kit_id = ?', kit_id);
  }

  /** The reviews of the changes between two documents, oldest first. */
  between(old_sha256: string, new_sha256: string): Review[] {
    return this.#find('WHERE new_sha256 = ? AND old_sha256 = ?', new_sha256, old_sha256);
  }

  /** Every review, oldest first. */
  all(): Review[] {
    return this.#find('');
  }

  #find(where: string, ...values: string[]): Review[] {
    const query = `SELECT ${COLUMNS} FROM reviews ${where} ORDER BY seq`;
    return this.#database.find(reviewRow, query, ...values);
  }
}

/** A person's reviews of the changes between two documents: when, ms since 1970 UTC, by `pageKey`. */
export function reviewedBy(reviews: readonly Review[], who: string): Map<string, number> {
  const at = new Map<string, number>();
  for (const review of reviews) {
    if (review.who !== who) continue;
    for (const page of review.pages) {
      if (review.reviewed) at.set(pageKey(page), review.at);
      else at.delete(pageKey(page));
    }
  }
  return at;
}

/** Maximum number of charts named in one sentence. */
const MOST = 20;

/** A person's review or its revocation as a sentence: how many charts, and which. Pages with the same name are one chart. */
function reviewWords({
  pages,
  named,
  reviewed,
}: {
  pages: readonly ReviewedPage[];
  named: readonly (string | null)[];
  reviewed: boolean;
}): string {
  const charts = new Map<string, { name: string | null; pages: string[] }>();
  for (const [index, { old, new: newer }] of pages.entries()) {
    const page =
      newer === null ? `page ${old} of the earlier kit, gone` : `page ${newer}${old === null ? ', new' : ''}`;
    const name = named[index] ?? null;
    const key = name === null ? `page ${index}` : `name ${name}`;
    const chart = charts.get(key);
    if (chart) chart.pages.push(page);
    else charts.set(key, { name, pages: [page] });
  }
  const words = [...charts.values()]
    .slice(0, MOST)
    .map((chart) =>
      chart.name === null ? chart.pages.join('; ') : `${chart.name} (${chart.pages.join('; ')})`,
    );
  const more = charts.size > MOST ? `; and ${charts.size - MOST} more` : '';
  const count = `${charts.size} ${charts.size === 1 ? 'chart' : 'charts'}`;
  return `${reviewed ? 'Reviewed the changes of' : 'No longer reviewed: the changes of'} ${count}: ${words.join('; ')}${more}.`;
}
