/** What is known about a document besides its bytes, and the search in its text. */
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
import { chartOfSheet } from './marks.ts';

/** Largest stored thumbnail of page 1 and of other pages, bytes, and the most thumbnails that one call passes. */
export const MAX_FIRST_THUMBNAIL_BYTES = 200 * 1024;
export const MAX_THUMBNAIL_BYTES = 24 * 1024;

export const MAX_THUMBNAILS = 16;

/** A page's size as it is shown (its own rotation applied), CSS px at 100 % (96 px an inch): width, height. */
export const pageSize = z.tuple([z.number().min(1).max(MAX_PAGE_SIDE), z.number().min(1).max(MAX_PAGE_SIDE)]);

export type PageSize = z.infer<typeof pageSize>;

/** One line of the document's outline, in reading order; `level` 0 is the top level. */
export const outlineEntry = z.strictObject({
  title: z.string().max(MAX_OUTLINE_TITLE),
  level: z.int().min(0).max(MAX_OUTLINE_LEVEL),
  /** Null if the line leads nowhere in this document. */
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

/** A range of page numbers, first and last. */
const pageRun = z.tuple([z.number().int().min(1), z.number().int().min(1)]);

/** Pages that have a stored thumbnail, a small picture of the whole page, and pages that can't be painted; ascending. */
export const thumbnails = z.object({
  pages: z.array(pageRun).max(MAX_PAGES),
  unpaintable: z.array(pageRun).max(MAX_PAGES),
});

export type StoredThumbnails = z.infer<typeof thumbnails>;

/** Data extracted from a document after its download, so that it opens at once. */
export const preparedDocument = z.object({
  /** Of the document that the data were extracted from. */
  sha256: z.string(),
  /** `waiting`: queued; `failed`: this document can't be prepared, and is read without these data. */
  state: z.enum(['waiting', 'ready', 'failed']),
  sizes: z.array(pageSize).max(MAX_PAGES).nullable(),
  outline: z.array(outlineEntry).max(MAX_OUTLINE_ENTRIES).nullable(),
  /** Each is at `/thumbnails/<kit id>/<page>` of the app's own origin. */
  thumbnails,
  /**
   * The pages known to be charts, which open fitted as a whole, ascending, each with the part that is drawn on; null if
   * that part is not known yet.
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
          /** The part of the page that is drawn on; absent if the page can't be painted. */
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

const placePage = z.number().int().min(1);

/** Names a pin: its page, or its page and which chart of the sheet. */
export const pinName = z.union([placePage, z.tuple([placePage, chartOfSheet])]);

export type PinName = z.infer<typeof pinName>;

/** A person's place in a kit, with zoom, layout and rotation. */
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
  /** Additional turns of single pages. */
  page_turns: z.array(z.tuple([z.number().int().min(1), quarterTurn])).max(MAX_PAGES),
  /** The pins in the person's own order; absent: in the order of the flight. */
  pin_order: z.array(pinName).max(1000).optional(),
});

export type ReadingPlace = z.infer<typeof readingPlace>;

/** The text of a document: one string per page, index 0 is page 1; `\n` ends a line of the page. */
export const documentText = z.array(z.string()).max(MAX_PAGES);

/** A page that the search across all kits found. */
export const searchHit = z.object({
  kit_id: kitId,
  page: z.number().int().min(1),
  /**
   * The outline's entries for this page, top level first, joined by ` › `; if no entry leads to the page, the name of its
   * chart. Null if there is neither.
   */
  heading: z.string().nullable(),
  /** A line of context; `hit` marks the words that were searched for. */
  snippet: z.array(z.object({ text: z.string(), hit: z.boolean() })),
});

export type SearchHit = z.infer<typeof searchHit>;

export const searchAnswer = z.object({
  hits: z.array(searchHit),
  /** Ready kits whose text is not indexed yet. */
  waiting: z.number().int(),
});

export type SearchAnswer = z.infer<typeof searchAnswer>;

export const readingCalls = {
  prepared: call([kitId], preparedDocument),
  /** The extracted text; null if there is none yet. */
  text: call([kitId], documentText.nullable()),
  /** Ready kits without a stored thumbnail of page 1, the newest first, at most 100. */
  missingFirstThumbnails: call([], z.array(kitId)),
  /** Which pages have a stored thumbnail now, without opening the kit. */
  thumbnails: call([kitId], thumbnails),
  /** Ready kits that lack stored thumbnails and have room for them, at most 100: last opened, or newest, first. */
  missingStoredThumbnails: call([], z.array(kitId)),
  /** Stores thumbnails; false if the document has changed meanwhile, or there is no room for them. */
  storeStoredThumbnails: call([kitId, newStoredThumbnails], z.boolean()),
  /** This person's last place in the kit; null before its first opening. */
  place: call([kitId], readingPlace.nullable()),
  setPlace: call([kitId, readingPlace], z.null()),
} as const;

export const readingEvents = {
  /** A kit's prepared data have changed. */
  prepared: z.object({ kit_id: kitId }),
} as const;

export const searchCalls = {
  /**
   * Pages of all kits on this laptop that contain every word (the last one as a prefix), the best first; if a kit is named,
   * its pages come before all others.
   */
  pages: call([z.string().max(500), z.number().int().min(1).max(200), kitId.nullable()], searchAnswer),
} as const;
