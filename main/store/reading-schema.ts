/**
 * Tables of `reading.sqlite`: what was taken from documents so that they open and are found at once. All of it can be made again from
 * the documents, so a database of an unknown version is replaced. One of an earlier version gets what it lacks, because taking hundreds of
 * documents in again would cost the laptop hours.
 *
 * - A page's row has an id that says its document and number, so that the document of a hit needs no look-up and
 *   a document's pages are one range.
 * - The search index keeps no text of its own (sqlite.org/fts5.html, "Contentless-Delete Tables"); snippets are made
 *   from `pages.text`.
 * - `done` is how many pages have their text and their chart here; the rest goes on from there after a restart.
 * - A page's chart has the page's row in `charts`: JSON (ChartPage without its number). `chart_dates` is what a departure is
 *   compared with, `chart_counts` what came of that for the departure at the time (chart-counts.ts): a list of thousands of kits
 *   reads one of each. They stand before what is long: SQLite reads a row up to the last column that is asked for.
 * - What is drawn on a page has the row of its stored thumbnail in `drawn_parts`: JSON (PagePart). It stays where the picture goes
 *   for the budget's sake.
 * - Of a comparison `changes` and `pages` are JSON, `method` says by which rules was compared (comparison-store.ts); `at` is ms since
 *   1970 UTC.
 */
import { MAX_PAGES } from '../documents/rules/limits.ts';

/** Room for the pages of one document in the row ids. */
const PAGES_OF_DOCUMENT = 32_768;
/** Documents that this database can ever number; rows stay below 2 ** 53. */
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

  CREATE TABLE miniature_documents (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    sha256      TEXT NOT NULL UNIQUE,
    used_at     INTEGER NOT NULL,
    bytes       INTEGER NOT NULL DEFAULT 0,
    pages       TEXT NOT NULL DEFAULT '[]',
    unpaintable TEXT NOT NULL DEFAULT '[]'
  ) STRICT;

  CREATE TABLE miniatures (
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
`;

/**
 * The steps that make the database and bring it to this version, as those of the library (migrations.ts). A change of how text
 * or charts are read is a step, too: it says which documents wait again (`state = 'waiting', done = 0`). Their pages are still found
 * until each is replaced.
 */
export const readingMigrations: readonly string[] = [tables];

/**
 * Two indexes, because those who look for "ILS 27L" mean a chart by its name: headings are few words a page and are
 * searched in a millisecond, and the text only where they are not enough. unicode61 folds case and takes accents off, so
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

/** Row of a page: those of the newest document come first, so that a search that has enough can stop early. */
export function rowOf(document: number, page: number): number {
  return (LAST_DOCUMENT - document) * PAGES_OF_DOCUMENT + page;
}

/** First and last row that a document's pages may have. */
export function rowsOf(document: number): [number, number] {
  return [rowOf(document, 0), rowOf(document, PAGES_OF_DOCUMENT - 1)];
}

/** Document and page of a row. */
export function pageOf(row: number): { document: number; page: number } {
  return { document: LAST_DOCUMENT - Math.floor(row / PAGES_OF_DOCUMENT), page: row % PAGES_OF_DOCUMENT };
}
