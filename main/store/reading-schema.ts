/**
 * Tables of `reading.sqlite`: data extracted from documents, so that they open and are found at once. All of it can be made again from
 * the documents, so a database of an unknown version is replaced. One of an earlier version is upgraded, because extracting hundreds of
 * documents again would take hours.
 *
 * - A page's row id contains its document and its number, so the document of a hit needs no look-up and
 *   a document's pages are one range.
 * - The search index stores no text (sqlite.org/fts5.html, "Contentless-Delete Tables"); snippets are made
 *   from `pages.text`.
 * - `done` is how many pages have their text and chart here; after a restart, extraction continues with the next page.
 * - A page's charts are in `charts`, under the page's row id: JSON (ChartPage without its number). `chart_dates` is compared with a
 *   departure, `chart_counts` is the result for the departure at that time (chart-counts.ts): a list of thousands of kits reads one
 *   of each. Both are before the long columns: SQLite reads a row up to the last requested column.
 * - The drawn parts of a page are in `drawn_parts`, under its stored thumbnail's row id: JSON (PagePart). They are kept when the
 *   thumbnail is deleted to stay within the budget.
 * - `comparisons`: `changes` and `pages` are JSON, `method` is the version of the rules (comparison-store.ts); `at` is ms since
 *   1970 UTC.
 * - `page_contents`: a hash of what a page draws except stamps, for pages that notes of a chart may be on (page-contents.ts).
 */
import { MAX_PAGES } from '../documents/rules/limits.ts';

/** Row ids reserved for the pages of one document. */
const PAGES_OF_DOCUMENT = 32_768;
/** Maximum number of documents ever in this database; row ids stay below 2 ** 53. */
const LAST_DOCUMENT = 2 ** 31;
if (MAX_PAGES >= PAGES_OF_DOCUMENT) throw new RangeError('a page would take a row of the next document');

const tables = `
  CREATE TABLE documents (
    id       INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kit_id   TEXT NOT NULL UNIQUE,
    sha256   TEXT NOT NULL,
    state    TEXT NOT NULL,
    starts   INTEGER NOT NULL,
    done     INTEGER NOT NULL,
    chart_counts TEXT,
    chart_dates  TEXT,
    sizes    TEXT,
    outline  TEXT,
    reason   TEXT
  ) STRICT;

  CREATE TABLE pages (
    id      INTEGER NOT NULL PRIMARY KEY,
    heading TEXT,
    text    TEXT NOT NULL
  ) STRICT;

  CREATE TABLE charts (
    id    INTEGER NOT NULL PRIMARY KEY,
    facts TEXT NOT NULL
  ) STRICT;

  CREATE TABLE thumbnail_documents (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    sha256      TEXT NOT NULL UNIQUE,
    used_at     INTEGER NOT NULL,
    bytes       INTEGER NOT NULL DEFAULT 0,
    pages       TEXT NOT NULL DEFAULT '[]',
    unpaintable TEXT NOT NULL DEFAULT '[]'
  ) STRICT;

  CREATE TABLE thumbnails (
    id   INTEGER NOT NULL PRIMARY KEY,
    webp BLOB NOT NULL
  ) STRICT;

  CREATE TABLE drawn_parts (
    id   INTEGER NOT NULL PRIMARY KEY,
    part TEXT NOT NULL
  ) STRICT;

  CREATE TABLE comparisons (
    old_sha256 TEXT NOT NULL,
    new_sha256 TEXT NOT NULL,
    method     INTEGER NOT NULL,
    state      TEXT NOT NULL,
    starts     INTEGER NOT NULL,
    why        TEXT,
    changes    TEXT NOT NULL,
    pages      TEXT NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (old_sha256, new_sha256)
  ) STRICT;

  CREATE TABLE page_contents (
    sha256  TEXT NOT NULL,
    page    INTEGER NOT NULL,
    method  INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (sha256, page)
  ) STRICT;
`;

/**
 * The steps that create the database and bring it to this version, like the library's (user-schema.ts). A change in how text or
 * charts are read is a step too: it sets the documents to wait again (`state = 'waiting', done = 0`). Their old pages can be found
 * until each is replaced.
 */
export const readingMigrations: readonly string[] = [tables];

/**
 * Two indexes, because people who search for "ILS 27L" mean a chart's name: headings are few words a page and are
 * searched in a millisecond, the text only if that is not enough. unicode61 folds case and removes accents, so
 * that "Zürich" and "ZURICH" find each other.
 */
export const searchSchema = `
  CREATE VIRTUAL TABLE heading_search USING fts5 (
    heading, kit,
    content = '', contentless_delete = 1, prefix = '2',
    tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE VIRTUAL TABLE page_search USING fts5 (
    text, heading, kit,
    content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2'
  );
`;

/** Row of a page: pages of the newest document come first, so a search that has enough hits can stop early. */
export function rowOf(document: number, page: number): number {
  return (LAST_DOCUMENT - document) * PAGES_OF_DOCUMENT + page;
}

/** First and last possible row of a document's pages. */
export function rowsOf(document: number): [number, number] {
  return [rowOf(document, 0), rowOf(document, PAGES_OF_DOCUMENT - 1)];
}

/** Document and page of a row id. */
export function pageOf(row: number): { document: number; page: number } {
  return { document: LAST_DOCUMENT - Math.floor(row / PAGES_OF_DOCUMENT), page: row % PAGES_OF_DOCUMENT };
}
