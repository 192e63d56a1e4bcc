/** How much is kept of a document beside its bytes. */

/** The same as in the contract (preload/contract/reading.ts); main/reading/reading.ts proves it. */
export { MAX_PAGES } from '../documents/jobs/limits.ts';
export const MAX_POSTER_BYTES = 1024 * 1024;

/** A stored thumbnail: the picture of a whole page that stands in for it. */
export const MAX_THUMBNAIL_BYTES = 24 * 1024;
/** Sides of a stored thumbnail, px. */
export const MAX_THUMBNAIL_SIDE = 1024;
/** Stored thumbnails that are served together. */
export const THUMBNAILS_AT_ONCE = 64;
/** Stored thumbnails of all documents together, bytes: those of some eighty kits of 400 pages. */
export const THUMBNAILS_BUDGET = 256 * 1024 * 1024;
