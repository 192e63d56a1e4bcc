import type { SearchAnswer, SearchHit } from '../../preload/contract.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import { noFullText, type ReadingDatabase } from '../store/reading-database.ts';
import { pageOf, rowOf, rowsOf } from '../store/reading-schema.ts';
import type { PreparedStore } from './prepared-store.ts';
import { closeness, holdsAll, pageQueries, type SearchWord, searchWords, snippetOf } from './snippet.ts';

/** A kit whose pages can be found. */
export interface SearchableKit {
  id: string;
  sha256: string;
  /** Its own words: flight, airports, tripkit_id. */
  words: string;
  /** Rank among kits whose pages match equally well; 0 comes first. */
  order: number;
  /** Whether a newer kit of the same flight is here: this kit's pages then come last. */
  superseded: boolean;
}

/** Maximum number of index rows considered, newest documents first. */
const CONSIDERED = 1000;
const ALL_ROWS: readonly [number, number] = [0, Number.MAX_SAFE_INTEGER];
/** Maximum number of pages whose texts are read to rate the match. */
const READ = 150;

/** A possible hit. */
interface Candidate {
  kit: SearchableKit;
  /** Its row; null for the first page of a kit that is not indexed. */
  row: number | null;
  page: number;
}

interface Found extends Candidate {
  /** 0: kit found by its own words; 1, 2: page found by its heading; 3: by its text. */
  tier: number;
  /** How well its text matches; only used within tier 3. */
  score: number;
}

/**
 * Full-text search in the pages of all indexed documents. FTS5's bm25 ranking is not used: to weigh a word it reads
 * all pages that contain it, which took 120 ms for common words in 30,000 pages.
 */
export class PageSearch {
  readonly #database: ReadingDatabase;

  constructor(database: ReadingDatabase) {
    this.#database = database;
  }

  /**
   * The pages that contain every word of the query in their text, their heading or their kit's own words, and at least one
   * in text or heading. Kits that are not superseded come first; within them the first page of kits whose own words contain
   * the whole query (a flight number), then pages with the words in their heading, then other pages, best first if the
   * words are close together; then by the order of the kits.
   *
   * @param kits the kits to search, by id
   * @param first the kit whose pages come first
   * @throws TripKitError of kind `config` if this build has no full-text search, of kind `disk`
   */
  find(
    query: string,
    limit: number,
    kits: ReadonlyMap<string, SearchableKit>,
    first: string | null = null,
  ): SearchHit[] {
    if (!this.#database.searchable) throw noFullText();
    const words = searchWords(query);
    const queries = pageQueries(words);
    if (queries === null) return [];
    const documents = this.#documents(kits);
    const found = new Map<string, Found>();
    const add = (tier: number, candidates: readonly Candidate[]) => {
      for (const candidate of candidates) {
        const key = `${candidate.kit.id} ${candidate.page}`;
        if (!found.has(key)) found.set(key, { ...candidate, tier, score: 0 });
      }
    };
    const firstRows = new Map([...documents].map(([id, kit]) => [kit.id, rowOf(id, 1)]));
    const whole = [...kits.values()].filter((kit) => holdsAll(kit.words, words));
    add(
      0,
      whole.map((kit) => ({ kit, row: firstRows.get(kit.id) ?? null, page: 1 })),
    );
    // If a kit's own words contained the whole query, all its pages would be found.
    const byText = whole.length > 0 ? queries.pageByText : queries.page;
    const firstRow = first === null ? undefined : firstRows.get(first);
    if (firstRow !== undefined) {
      const range = rowsOf(pageOf(firstRow).document);
      add(1, this.#pages('heading_search', queries.heading, documents, range));
      add(2, this.#pages('heading_search', queries.headingOrKit, documents, range));
      add(3, this.#pages('page_search', byText, documents, range));
    }
    add(1, this.#pages('heading_search', queries.heading, documents));
    if (found.size < limit) add(2, this.#pages('heading_search', queries.headingOrKit, documents));
    if (found.size < limit) add(3, this.#pages('page_search', byText, documents));
    return this.#best([...found.values()], words, limit, first).map(({ kit, row, page }) => {
      const { heading, text } = this.#page(row);
      return { kit_id: kit.id, page, heading, snippet: snippetOf(text, words) };
    });
  }

  /** The indexed kits to search, by the number of their document. */
  #documents(kits: ReadonlyMap<string, SearchableKit>): Map<number, SearchableKit> {
    const rows = this.#database.all('SELECT id, kit_id, sha256 FROM documents');
    const known = new Map<number, SearchableKit>();
    for (const row of rows) {
      const kit = kits.get(String(row.kit_id));
      if (kit !== undefined && kit.sha256 === row.sha256) known.set(Number(row.id), kit);
    }
    return known;
  }

  #pages(
    index: 'heading_search' | 'page_search',
    match: string,
    documents: ReadonlyMap<number, SearchableKit>,
    rows: readonly [number, number] = ALL_ROWS,
  ): Candidate[] {
    const where = `${index} MATCH ? AND rowid BETWEEN ? AND ?`;
    const sql = `SELECT rowid AS row FROM ${index} WHERE ${where} LIMIT ${CONSIDERED}`;
    return this.#database.all(sql, match, ...rows).flatMap(({ row }) => {
      const { document, page } = pageOf(Number(row));
      const kit = documents.get(document);
      return kit ? [{ kit, row: Number(row), page }] : [];
    });
  }

  #best(all: Found[], words: readonly SearchWord[], limit: number, first: string | null): Found[] {
    const compare = (a: Found, b: Found) =>
      Number(b.kit.id === first) - Number(a.kit.id === first) || compareFound(a, b);
    const best = all.sort(compare).slice(0, Math.max(limit, READ));
    for (const found of best) {
      if (found.tier === 3) found.score = closeness(this.#page(found.row).text, words);
    }
    return best.sort(compare).slice(0, limit);
  }

  #page(row: number | null): { heading: string | null; text: string } {
    if (row === null) return { heading: null, text: '' };
    const { heading, text } = this.#database.get('SELECT heading, text FROM pages WHERE id = ?', row) ?? {};
    return {
      heading: typeof heading === 'string' ? heading : null,
      text: typeof text === 'string' ? text : '',
    };
  }
}

function compareFound(a: Found, b: Found): number {
  return (
    Number(a.kit.superseded) - Number(b.kit.superseded) ||
    a.tier - b.tier ||
    b.score - a.score ||
    a.kit.order - b.kit.order ||
    a.page - b.page
  );
}

/** A flight that departed within this time may still be in the air, ms: its kit is still the one to read. */
const IN_THE_AIR_MS = 18 * 60 * 60_000;

interface ReadingSearchDeps extends Pick<AppContext, 'now'> {
  engine: Pick<KitEngine, 'list'>;
  /** Older kit → the newer one. */
  superseded(): ReadonlyMap<string, string>;
  search: Pick<PageSearch, 'find'>;
  prepared: Pick<PreparedStore, 'states'>;
}

/** Searches the pages of all kits on this laptop. */
export function readingSearch({ engine, superseded, search, prepared, now }: ReadingSearchDeps) {
  return {
    /**
     * The best pages, and how many kits are not indexed yet.
     *
     * @param first the kit whose pages come first; null for none
     * @throws TripKitError of kind `disk`, or `config` if this build has no full-text search
     */
    pages(query: string, limit: number, first: string | null): SearchAnswer {
      const kits = searchableKits(engine.list(), superseded(), now());
      const states = prepared.states();
      let waiting = 0;
      for (const kit of kits.values()) {
        const known = states.get(kit.id);
        if (known?.sha256 !== kit.sha256 || known.state === 'waiting') waiting += 1;
      }
      return { hits: search.find(query, limit, kits, first), waiting };
    },
  };
}

/** The words that a kit is found by, besides its pages. */
export function kitWords({ trip, tripkit_id }: Pick<LiveKit, 'trip' | 'tripkit_id'>): string {
  return [trip?.flight, trip?.origin, trip?.destination, tripkit_id].filter(Boolean).join(' ');
}

/** The readable kits in search order: flights to come, the next one first; then the newest kits. */
export function searchableKits(
  kits: readonly LiveKit[],
  superseded: ReadonlyMap<string, string>,
  now: number,
): Map<string, SearchableKit> {
  const ready = kits
    .flatMap((kit) => {
      const { id, document, trip, created_at } = kit;
      if (document === null) return [];
      const words = kitWords(kit);
      const leaves = Date.parse(trip?.departure ?? '') || created_at;
      return [
        { id, sha256: document.sha256, words, leaves, created_at, coming: leaves > now - IN_THE_AIR_MS },
      ];
    })
    .sort((a, b) =>
      a.coming && b.coming
        ? a.leaves - b.leaves || b.created_at - a.created_at
        : Number(b.coming) - Number(a.coming) || b.created_at - a.created_at,
    );
  return new Map(
    ready.map(({ id, sha256, words }, order) => [
      id,
      { id, sha256, words, order, superseded: superseded.has(id) },
    ]),
  );
}
