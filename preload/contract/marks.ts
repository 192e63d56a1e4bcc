/** What people put on the pages of a kit. Kept beside the document, never in it. */
import { z } from 'zod';
import { markColours } from '../../main/marks/rules/mark-colours.ts';
import { call } from './call.ts';
import { kitId, utc } from './common.ts';

const markId = z.uuid();

const share = z.number().min(0).max(1);

/** A colour of the palette, by name: the exact colours are the viewer's, by day and night. */
export const markColour = z.enum(markColours);

export type MarkColour = z.infer<typeof markColour>;

/** A rectangle as shares of the page as it stands in the document (no turn of the viewer's applied): x, y, width, height. */
export const markArea = z.strictObject({ x: share, y: share, width: share, height: share });

/** A line drawn by hand: x, y, x, y, … as shares of the page's width and height. */
const stroke = z.array(share).min(4).max(20_000);

const page = z.number().int().min(1);

const words = z.string().max(10_000);

/** What a person draws; `pin` and `bookmark` name a page, the others a place on it. */
export const markDraft = z.discriminatedUnion('kind', [
  /** For this flight: goes with it. */
  z.strictObject({ kind: z.literal('pin'), page }),
  /** Stays: found again by its heading in later kits. `heading` as in SearchHit. */
  z.strictObject({
    kind: z.literal('bookmark'),
    page,
    title: z.string().min(1).max(500),
    heading: z.string().max(2000).nullable(),
  }),
  z.strictObject({
    kind: z.literal('highlight'),
    page,
    colour: markColour,
    areas: z.array(markArea).min(1).max(500),
    /** The words that were marked, and what the person says of them. */
    text: words,
    note: words,
  }),
  z.strictObject({
    kind: z.literal('ink'),
    page,
    colour: markColour,
    /** Share of the page's width. */
    width: z.number().min(0.0005).max(0.05),
    strokes: z.array(stroke).min(1).max(500),
  }),
  z.strictObject({ kind: z.literal('note'), page, x: share, y: share, text: words }),
]);

export type MarkDraft = z.infer<typeof markDraft>;

/** A mark as it is kept. */
export const mark = z.object({
  id: markId,
  kit_id: kitId,
  created_at: utc,
  changed_at: utc,
  /** The user name of the operating system's account. */
  by: z.string(),
  draft: markDraft,
  /**
   * It was put on another document of this kit, which has been fetched again with other content: never draw it on the
   * present one, only list its words.
   */
  outdated: z.boolean(),
  /** The older kit of the flight that it was carried over from, which may be gone; null: it was put here. */
  carried_from: kitId.nullable(),
});

export type Mark = z.infer<typeof mark>;

/** A bookmark as it stands in another kit: where its heading is there. */
export const bookmarkPlace = z.object({
  id: markId,
  title: z.string(),
  heading: z.string().nullable(),
  /** The page in the kit that was asked for; null where it has no such heading. */
  page: z.number().int().min(1).nullable(),
});

export type BookmarkPlace = z.infer<typeof bookmarkPlace>;

export { markId };

export const markCalls = {
  /** The marks of a kit by page; the bookmarks made in it are among them. */
  list: call([kitId], z.array(mark)),
  add: call([kitId, markDraft], mark),
  change: call([kitId, markId, markDraft], mark),
  remove: call([kitId, markId], z.null()),
  /** All bookmarks, with the page that each has in this kit. */
  bookmarks: call([kitId], z.array(bookmarkPlace)),
  /** Asks where to, and writes a copy with the marks in it as PDF annotations; null when they changed their mind. */
  saveCopy: call([kitId], z.string().nullable()),
} as const;

export const markEvents = {
  /** Another window has put, changed or removed marks in this kit. */
  changed: z.object({ kit_id: kitId }),
} as const;
