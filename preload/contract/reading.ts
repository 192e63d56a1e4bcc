/** What is known of a document beside its bytes, and finding in its text. */
import { z } from 'zod';
import {
  MAX_OUTLINE_ENTRIES,
  MAX_OUTLINE_LEVEL,
  MAX_OUTLINE_TITLE,
  MAX_PAGE_NUMBER,
  MAX_PAGE_SIDE,
  MAX_PAGES,
} from '../../main/documents/rules/limits.ts';
import { call } from './call.ts';
import { kitId } from './common.ts';

/** Largest stored thumbnail, that of page 1, and of other pages, bytes; a call hands at most so many over. */
export const MAX_FIRST_THUMBNAIL_BYTES = 200 * 1024;
export const MAX_THUMBNAIL_BYTES = 24 * 1024;

export const MAX_THUMBNAILS = 16;

/** A page's size as it is shown (its own rotation applied), CSS px at 100 % (96 px an inch): width, height. */
export const pageSize = z.tuple([z.number().min(1).max(MAX_PAGE_SIDE), z.number().min(1).max(MAX_PAGE_SIDE)]);

export type PageSize = z.infer<typeof pageSize>;

/** One line of the document's outline, in reading order; `level` 0 is the outermost. */
export const outlineEntry = z.strictObject({
  title: z.string().max(MAX_OUTLINE_TITLE),
  level: z.int().min(0).max(MAX_OUTLINE_LEVEL),
  /** Null where it leads nowhere in this document. */
  page: z.int().min(1).max(MAX_PAGE_NUMBER).nullable(),
  /** How far down the page, 0 to 1. */
  down: z.number().min(0).max(1),
});

export type OutlineEntry = z.infer<typeof outlineEntry>;

const share = z.number().min(0).max(1);

const side = z.number().positive().max(1);

/** A part of a page, shares of the page as it is shown (its own rotation applied): left, top, width, height. */
export const pagePart = z.tuple([share, share, side, side]);

export type PagePart = z.infer<typeof pagePart>;

/** Page numbers from the first to the last. */
const pageRun = z.tuple([z.number().int().min(1), z.number().int().min(1)]);

/** Pages that have a stored thumbnail, a small picture of the whole page, and pages that can't be painted; ascending. */
export const thumbnails = z.object({
  pages: z.array(pageRun).max(MAX_PAGES),
  unpaintable: z.array(pageRun).max(MAX_PAGES),
});

export type StoredThumbnails = z.infer<typeof thumbnails>;

/** What was taken from a document after its download, so that it opens at once. */
export const preparedDocument = z.object({
  /** Of the document that this was taken from. */
  sha256: z.string(),
  /** `waiting`: its turn comes; `failed`: this document can't be prepared, and is read without. */
  state: z.enum(['waiting', 'ready', 'failed']),
  sizes: z.array(pageSize).max(MAX_PAGES).nullable(),
  outline: z.array(outlineEntry).max(MAX_OUTLINE_ENTRIES).nullable(),
  /** Each is at `/thumbnails/<kit id>/<page>` of the app's own origin. */
  thumbnails,
  /**
   * The pages that are known to be charts, which open whole, ascending, each with the part of it that is drawn on; null where
   * that is not known yet.
   */
  charts: z.array(z.tuple([z.number().int().min(1), pagePart.nullable()])).max(MAX_PAGES),
});

export type PreparedDocument = z.infer<typeof preparedDocument>;

/** Stored thumbnails as the viewer painted them, WebP; null for a page that can't be painted. */
export const newStoredThumbnails = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  made: z
    .array(
      z
        .strictObject({
          page: z.number().int().min(1).max(MAX_PAGES),
          webp: z
            .custom<Uint8Array>((value) => value instanceof Uint8Array && value.byteLength > 0)
            .nullable(),
          /** What is drawn on the page; absent where it can't be painted. */
          drawn: pagePart.optional(),
        })
        .refine(
          ({ page, webp }) =>
            !webp || webp.byteLength <= (page === 1 ? MAX_FIRST_THUMBNAIL_BYTES : MAX_THUMBNAIL_BYTES),
        ),
    )
    .min(1)
    .max(MAX_THUMBNAILS),
});

export type NewStoredThumbnails = z.infer<typeof newStoredThumbnails>;

export const quarterTurn = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

/** A turn in degrees, clockwise. */
export type QuarterTurn = z.infer<typeof quarterTurn>;

/** Where a person was in a kit, and how they looked at it. */
export const readingPlace = z.strictObject({
  page: z.number().int().min(1),
  /** The point at the window's top left, as shares of the page's height and width; may lie in the gap beside the page. */
  down: z.number().min(-1).max(2),
  across: z.number().min(-1).max(2),
  /** `auto`: charts whole, other pages as wide as the window; else one way for all pages. */
  zoom: z.union([z.enum(['auto', 'page', 'width', 'chart']), z.number().min(0.25).max(8)]),
  layout: z.enum(['continuous', 'single', 'facing']),
  /** Turn of all pages. */
  turn: quarterTurn,
  /** Further turn of single pages. */
  page_turns: z.array(z.tuple([z.number().int().min(1), quarterTurn])).max(MAX_PAGES),
  /** The pinned pages as a person has put them in order; absent: in the order of the flight. */
  pin_order: z.array(z.number().int().min(1)).max(1000).optional(),
});

export type ReadingPlace = z.infer<typeof readingPlace>;

/** The text of a document: a string a page, index 0 is page 1; `\n` ends a line of the page. */
export const documentText = z.array(z.string()).max(MAX_PAGES);

/** A page that the search across all kits found. */
export const searchHit = z.object({
  kit_id: kitId,
  page: z.number().int().min(1),
  /**
   * The outline's words for this page, outermost first, joined by ` › `; where no line of it leads to the page, the name of its
   * chart. Null where there is neither.
   */
  heading: z.string().nullable(),
  /** A line of context; `hit` marks what was looked for. */
  snippet: z.array(z.object({ text: z.string(), hit: z.boolean() })),
});

export type SearchHit = z.infer<typeof searchHit>;

export const searchAnswer = z.object({
  hits: z.array(searchHit),
  /** Kits that are ready but whose text is not taken in yet. */
  waiting: z.number().int(),
});

export type SearchAnswer = z.infer<typeof searchAnswer>;

export const readingCalls = {
  prepared: call([kitId], preparedDocument),
  /** The text that was taken in; null where there is none yet. */
  text: call([kitId], documentText.nullable()),
  /** Ready kits without a stored thumbnail of page 1, the newest first, at most 100. */
  missingFirstThumbnails: call([], z.array(kitId)),
  /** Which pages have a stored thumbnail by now, without opening the kit. */
  thumbnails: call([kitId], thumbnails),
  /** Ready kits that lack stored thumbnails and have room for them, at most 100: those opened last, or newest, first. */
  missingStoredThumbnails: call([], z.array(kitId)),
  /** Keeps stored thumbnails; false where the document has changed meanwhile, or there is no room for them. */
  storeStoredThumbnails: call([kitId, newStoredThumbnails], z.boolean()),
  /** Where this person was in the kit; null at its first opening. */
  place: call([kitId], readingPlace.nullable()),
  setPlace: call([kitId, readingPlace], z.null()),
} as const;

export const readingEvents = {
  /** A kit's prepared data have changed. */
  prepared: z.object({ kit_id: kitId }),
} as const;

export const searchCalls = {
  /**
   * Pages of all kits on this laptop that hold every word (the last one as a beginning), the best first; before all others
   * those of the named kit, if one is named.
   */
  pages: call([z.string().max(500), z.number().int().min(1).max(200), kitId.nullable()], searchAnswer),
} as const;
