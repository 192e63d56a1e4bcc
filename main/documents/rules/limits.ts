/** Limits for reading a document. A document beyond them is not prepared, or is cut off. */

/** The number of a page of any document. */
export const MAX_PAGE_NUMBER = 10_000_000;
/** Maximum number of pages of a prepared document; a larger one can still be read. */
export const MAX_PAGES = 20_000;
export const MAX_OUTLINE_ENTRIES = 50_000;
export const MAX_OUTLINE_TITLE = 1000;
export const MAX_OUTLINE_LEVEL = 50;
/** Text of one page, UTF-16 code units; the rest is left out. */
export const MAX_PAGE_TEXT = 200_000;
/** Number of words quoted for a chart's fact, and their length, UTF-16 code units. */
export const MAX_CHART_WORDS = 10;
export const MAX_CHART_WORD = 1000;
/** Values of a chart's facts, UTF-16 code units. */
export const MAX_CHART_TITLE = 1000;
export const MAX_CHART_NUMBER = 200;
export const MAX_CHART_AIRPORT = 10;
/** Charts on one page: a sheet is printed with two. */
export const MAX_CHARTS_OF_PAGE = 2;
export const MAX_PUBLISHER = 100;
/** Text of one document with its charts, UTF-16 code units. A kit of 600 pages has some 2 million. */
export const MAX_DOCUMENT_TEXT = 50_000_000;
/** Sides of a page, CSS px: beyond what PDF allows (14,400 units of 1/72 in), UserUnit included. */
export const MAX_PAGE_SIDE = 1_000_000;
/** A date is written with up to 25 characters; only this much of a longer text is read. */
export const MAX_DATE = 64;
/** Maximum number of sizes, or outline lines, in one answer. */
export const MAX_LINES_AT_ONCE = 1000;
/** Pages read at the same time: pdf.js waits for the system's decompression now and then. */
export const PAGES_AT_ONCE = 2;
/** An answer ends with the page that brings its text and charts to this length, UTF-16 code units. */
export const MAX_BATCH_TEXT = 100_000;
/** Length of pdf.js's reason why a document can't be read, UTF-16 code units. */
export const MAX_REASON = 500;
/** Piece size for extraction, bytes: a page's text is rarely larger. */
export const EXTRACT_PIECE_BYTES = 64 * 1024;
/** After this many bytes of the file the document is reopened, so memory stays bounded for a kit of any size. */
export const BYTES_AT_ONCE = 64 * 1024 ** 2;
/** The same limit when two documents are read at a time for a comparison. */
export const CONTENT_BYTES_AT_ONCE = 16 * 1024 ** 2;
/** Letters drawn on one page (main/comparison/rules); a crowded chart has some ten thousand. */
export const MAX_CONTENT_LETTERS = 40_000;
export const MAX_CONTENT_EDGES = 70_000;
export const MAX_CONTENT_SHAPES = 30_000;
export const MAX_CONTENT_TILES = 65_536;
export const MAX_CONTENT_STYLES = 2000;
/** Operators of one page; those drawn several times count each time. */
export const MAX_CONTENT_OPERATORS = 2_000_000;
/** Pictures of one page. */
export const MAX_CONTENT_PICTURES = 2000;
