/** What people put on the pages of a kit. Kept beside the document, never in it. */
import { z } from 'zod';
import { MAX_CHARTS_OF_PAGE } from '../../main/documents/rules/limits.ts';
import { markColours } from '../../main/marks/rules/mark-colours.ts';
import { call } from './call.ts';
import { kitId, utc } from './common.ts';

const markId = z.uuid();

const share = z.number().min(0).max(1);

/** A colour of the palette, by name; the viewer defines the exact colours for day and night. */
export const markColour = z.enum(markColours);

export type MarkColour = z.infer<typeof markColour>;

/** A rectangle as shares of the page as it is in the document (without the viewer's rotation): x, y, width, height. */
export const markArea = z.strictObject({ x: share, y: share, width: share, height: share });

/** A line drawn by hand: x, y, x, y, … as shares of the page's width and height. */
const stroke = z.array(share).min(4).max(20_000);

const page = z.number().int().min(1);

/** Which chart of a sheet, from 0 in reading order. */
const chartOfSheet = z
  .number()
  .int()
  .min(0)
  .max(MAX_CHARTS_OF_PAGE - 1);

const words = z.string().max(10_000);

/** What a person draws; a `bookmark` names a page, a `pin` a page or a chart of it, the others a place on it. */
export const markDraft = z.discriminatedUnion('kind', [
  /** For this flight only. `part`: one chart of a sheet; absent: all of the page. */
  z.strictObject({ kind: z.literal('pin'), page, part: chartOfSheet.optional() }),
  /** Lasts: found by its heading in later kits. `heading` as in SearchHit. */
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
    /** The words that were marked, and the person's comment on them. */
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
  z.strictObject({
    kind: z.literal('note'),
    ...{ page, x: share, y: share, text: words },
    /** To the chart or airport of its page, in each kit that has it; absent: to this flight. */
    belongs: z.enum(['chart', 'airport']).optional(),
  }),
]);

export type MarkDraft = z.infer<typeof markDraft>;

/** A stored mark. */
export const mark = z.object({
  id: markId,
  kit_id: kitId,
  created_at: utc,
  changed_at: utc,
  /** The user name of the operating system's account. */
  by: z.string(),
  draft: markDraft,
  /**
   * The mark was put on an earlier document of this kit, which was downloaded again with other content: never draw it on the
   * current document, only list its words.
   */
  outdated: z.boolean(),
  /** The older kit of the flight that it was carried over from, which may have been removed; null: it was put here. */
  carried_from: kitId.nullable(),
  /** Of a note that belongs to a chart or an airport. */
  lasting: z
    .object({
      airport: z.string(),
      /** Number and title of the chart where it was written; null: it belongs to the airport. */
      chart: z.string().nullable(),
      /**
       * Not drawn (and outdated), because `changed`: the chart in this kit draws something else, until a person keeps the note;
       * `unsure`: several pages may be the chart.
       */
      waits: z.enum(['changed', 'unsure']).nullable(),
      /** Whose it is, if it came from the company's shelf: nobody changes or removes it here. */
      company: z.string().optional(),
    })
    .optional(),
});

export type Mark = z.infer<typeof mark>;

/** A bookmark in another kit: the page of its heading there. */
export const bookmarkPlace = z.object({
  id: markId,
  title: z.string(),
  heading: z.string().nullable(),
  /** The page in the requested kit; null if it has no such heading. */
  page: z.number().int().min(1).nullable(),
});

export type BookmarkPlace = z.infer<typeof bookmarkPlace>;

export { chartOfSheet, markId };

export const markCalls = {
  /** The marks of a kit by page: also bookmarks made in it, and notes of its charts and airports. */
  list: call([kitId], z.array(mark)),
  add: call([kitId, markDraft], mark),
  /** A note may come to belong to another: it then has another id. */
  change: call([kitId, markId, markDraft], mark),
  /** Removes a note of a chart or an airport from all kits. */
  remove: call([kitId, markId], z.null()),
  /** Puts a waiting note on its chart of this kit, and of each kit whose chart draws the same. */
  keepNote: call([kitId, markId], mark),
  /** All bookmarks, with the page that each has in this kit. */
  bookmarks: call([kitId], z.array(bookmarkPlace)),
  /** Asks where to, and writes a copy with the marks in it as PDF annotations; null if the person cancelled. */
  saveCopy: call([kitId], z.string().nullable()),
} as const;

export const markEvents = {
  /** Another window has put, changed or removed marks in this kit; null: notes that may be in any kit changed. */
  changed: z.object({ kit_id: kitId.nullable() }),
} as const;
