/** What a document may ask of this laptop while it is read. One that asks more is not prepared, or cut. */

/** The number of a page of any document. */
export const MAX_PAGE_NUMBER = 10_000_000;
/** Pages of a document that is prepared; a larger one is read all the same. */
export const MAX_PAGES = 20_000;
export const MAX_OUTLINE_ENTRIES = 50_000;
export const MAX_OUTLINE_TITLE = 1000;
export const MAX_OUTLINE_LEVEL = 50;
/** Text of one page, UTF-16 code units; what is beyond is not taken. */
export const MAX_PAGE_TEXT = 200_000;
/** Words that say a fact of a chart, and their length, UTF-16 code units. */
export const MAX_CHART_WORDS = 20;
export const MAX_CHART_WORD = 1000;
/** Values of a chart's facts, UTF-16 code units. */
export const MAX_CHART_TITLE = 1000;
export const MAX_CHART_NUMBER = 200;
export const MAX_CHART_AIRPORT = 10;
export const MAX_PUBLISHER = 100;
/** Text of one document with its charts, UTF-16 code units. A kit of 600 pages has some 2 million. */
export const MAX_DOCUMENT_TEXT = 50_000_000;
/** Sides of a page, CSS px: beyond what PDF allows (14,400 units of 1/72 in), UserUnit included. */
export const MAX_PAGE_SIDE = 1_000_000;
/** A date is written with up to 25 characters; of a longer text no more is looked at. */
export const MAX_DATE = 64;
/** Sizes, and lines of the outline, in one answer. */
export const MAX_LINES_AT_ONCE = 1000;
/** Pages that are taken at a time: pdf.js waits for the system's inflating now and then. */
export const PAGES_AT_ONCE = 2;
/** An answer ends with the pages that bring its text and charts to this, UTF-16 code units. */
export const MAX_BATCH_TEXT = 100_000;
/** Why a document can't be read, in the words of pdf.js; UTF-16 code units. */
export const MAX_REASON = 500;
/** To extract: the text of a page is rarely larger. */
export const EXTRACT_PIECE_BYTES = 64 * 1024;
/** After so much of the file, bytes, the document is opened again, so that memory stays bounded in a kit of any size. */
export const BYTES_AT_ONCE = 64 * 1024 ** 2;
/** The same where two documents are read at a time, to be compared. */
export const CONTENT_BYTES_AT_ONCE = 16 * 1024 ** 2;
/** Of what one page draws (main/comparison/rules): a crowded chart has some ten thousand. */
export const MAX_CONTENT_LETTERS = 40_000;
export const MAX_CONTENT_EDGES = 70_000;
export const MAX_CONTENT_SHAPES = 30_000;
export const MAX_CONTENT_TILES = 65_536;
export const MAX_CONTENT_STYLES = 2000;
/** Operators of one page that are looked at, those that are drawn several times counted each time. */
export const MAX_CONTENT_OPERATORS = 2_000_000;
/** Pictures of one page. */
export const MAX_CONTENT_PICTURES = 2000;
