/** What changed between two kits, chart by chart. */
import { z } from 'zod';
import { pageStates } from '../../main/comparison/rules/compared-page.ts';
import { MAX_PAGES } from '../../main/documents/rules/limits.ts';
import { call } from './call.ts';
import { kitId, utc } from './common.ts';
import { mark, markArea, markId } from './marks.ts';

const page = z.number().int().min(1).max(MAX_PAGES);

/** A page of either kit, and what became of it; a page that is new has no old one, one that is gone has no new one. */
export const comparedPage = z.object({
  old: page.nullable(),
  new: page.nullable(),
  state: z.enum(pageStates),
  /** Pages of one chart have the same number: they are looked at and reviewed as one. */
  chart: z.number().int().min(0),
  /** Sentences: what changed, with the text before and after and its place. */
  what: z.array(z.string().max(1000)).max(100),
  /** Where it changed, on the old page and on the new one. */
  areas: z.object({ old: z.array(markArea).max(200), new: z.array(markArea).max(200) }),
  /** When this person said that they have reviewed its chart; null: not yet, or there is nothing to review on this page. */
  reviewed_at: utc.nullable(),
});

export type ComparedPage = z.infer<typeof comparedPage>;

/** Names the chart of a compared page: by the page's number in the new kit, else (gone) in the old one. */
export const reviewedPage = z.strictObject({
  old: page.nullable(),
  new: page.nullable(),
});

export type ReviewedPage = z.infer<typeof reviewedPage>;

/** What changed from an old kit to a new one. */
export const comparison = z.object({
  old_id: kitId,
  new_id: kitId,
  /** `waiting`: its turn comes; `failed`: these documents can't be compared. */
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** Share of the work that is done, 0 to 1. */
  done: z.number().min(0).max(1),
  /** Why it failed, in a sentence with what to do next; null otherwise. */
  why: z.string().nullable(),
  /** In the order of the new kit's pages, gone ones where they stood; none before it is ready. */
  pages: z.array(comparedPage).max(2 * MAX_PAGES),
});

export type Comparison = z.infer<typeof comparison>;

/** What a kit changed against the last one of the same flight before it that this person read in full: all its changes are reviewed. */
export const changeCounts = z.object({
  /** The older kit. */
  old_id: kitId,
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /**
   * Charts of which a page is changed, new or gone; `unreviewed`: those among them that this person has not reviewed. 0 before it is
   * ready.
   */
  changed: z.number().int(),
  unreviewed: z.number().int(),
  /** Whether the older kit was opened on this computer; else nobody read it here. */
  was_read: z.boolean(),
});

export type ChangeCounts = z.infer<typeof changeCounts>;

/**
 * A mark of an older kit whose page changed or is gone: it is on no page of this kit until a person says so. One on the same page
 * waits where the kit is full of marks.
 */
export const waitingMark = z.object({
  /** As it stands in the older kit. */
  mark,
  old_id: kitId,
  /** The page of this kit that took the place of the mark's; null where it is gone. */
  page: page.nullable(),
  state: z.enum(pageStates),
});

export type WaitingMark = z.infer<typeof waitingMark>;

export const comparisonCalls = {
  /** What changed from an old kit (the first) to a new one; begins to compare them where that is not done yet. */
  of: call([kitId, kitId], comparison),
  /** This person has reviewed these pages of the new kit (the second), or gone ones of the old, or takes that back. */
  review: call([kitId, kitId, z.array(reviewedPage).min(1).max(2000), z.boolean()], comparison),
  /** Marks of the kit that was opened before this one, which wait because their pages changed or are gone. */
  waitingMarks: call([kitId], z.array(waitingMark)),
  /** Puts a waiting mark on its page of this kit, because the person says that it belongs there. */
  acceptMark: call([kitId, markId], mark),
  /** Leaves a waiting mark with the old kit alone. */
  declineMark: call([kitId, markId], z.null()),
} as const;

export const comparisonEvents = {
  /** It goes on, is ready or failed, pages were reviewed, or marks of the older kit came to the newer one or wait no longer. */
  changed: z.object({ old_id: kitId, new_id: kitId }),
} as const;
