/** What a document may ask of this laptop while it is prepared. One that asks more is read unprepared. */

/** The same as in the contract (preload/schemas/reading.ts); main/app/reading.ts proves it. */
export const MAX_PAGES = 20_000;
export const MAX_POSTER_BYTES = 1024 * 1024;

/** A stored thumbnail: the picture of a whole page that stands in for it. */
export const MAX_THUMBNAIL_BYTES = 24 * 1024;
/** Sides of a stored thumbnail, px. */
export const MAX_THUMBNAIL_SIDE = 1024;
/** Stored thumbnails that are served together. */
export const THUMBNAILS_AT_ONCE = 64;
/** Stored thumbnails of all documents together, bytes: those of some eighty kits of 400 pages. */
export const THUMBNAILS_BUDGET = 256 * 1024 * 1024;

export const MAX_OUTLINE_ENTRIES = 50_000;
export const MAX_OUTLINE_TITLE = 1000;
export const MAX_OUTLINE_LEVEL = 50;
/** Text of one page, UTF-16 code units; what is beyond is not taken. */
export const MAX_PAGE_TEXT = 200_000;
/** Text of one document, UTF-16 code units. A kit of 600 pages has some 2 million. */
export const MAX_DOCUMENT_TEXT = 50_000_000;
/** Sides of a page, CSS px: beyond what PDF allows (14,400 units of 1/72 in), UserUnit included. */
export const MAX_PAGE_SIDE = 1_000_000;
