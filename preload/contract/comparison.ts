/** What changed between two kits, chart by chart. */
import { z } from 'zod';
import { MAX_PAGES } from '../../main/documents/rules/limits.ts';
import { call } from './call.ts';
import { kitId, utc } from './common.ts';
import { chartOfSheet, mark, markArea, markId } from './marks.ts';
import { pagePart } from './reading.ts';

const page = z.number().int().min(1).max(MAX_PAGES);

/** `restamped`: only cycle and printing dates changed; `new`: the older kit has no such page; `gone`: the newer one has none. */
export const pageStates = ['same', 'restamped', 'changed', 'new', 'gone'] as const;

/** Null: all of the page. */
const part = chartOfSheet.nullable();

/** Names a compared page by its number in each kit; null if it has none. */
export const reviewedPage = z.strictObject({
  old: page.nullable(),
  new: page.nullable(),
  /** Absent: all of both pages. */
  part: z.strictObject({ old: part, new: part }).optional(),
});

export type ReviewedPage = z.infer<typeof reviewedPage>;

/** Where a point of the old page is on the new one, along one side: its share, times the first number, plus the second. */
const move = z.tuple([z.number(), z.number()]);

/** A compared page, or a chart of a sheet. A new page has no number in the old kit, a removed page none in the new kit. */
export const comparedPage = z.object({
  ...reviewedPage.shape,
  /** Where the charts of `part` are on their pages. */
  regions: z.object({ old: pagePart.nullable(), new: pagePart.nullable() }).optional(),
  /** Absent: in the same place, or not known. */
  moved: z.object({ x: move, y: move }).optional(),
  state: z.enum(pageStates),
  /** Pages of one chart have the same number: they are shown and reviewed together. */
  chart: z.number().int().min(0),
  /** Sentences: what changed, with the text before and after and its place; none for a page that is the same, new or gone. */
  what: z.array(z.string().max(1000)).max(100),
  /** Where it changed, on the old page and on the new one. */
  areas: z.object({ old: z.array(markArea).max(200), new: z.array(markArea).max(200) }),
  /** When this person marked its chart as reviewed; null: not yet, or there is nothing to review on this page. */
  reviewed_at: utc.nullable(),
});

export type ComparedPage = z.infer<typeof comparedPage>;

/** What changed from an old kit to a new one. */
export const comparison = z.object({
  old_id: kitId,
  new_id: kitId,
  /** `waiting`: queued; `failed`: these documents can't be compared. */
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** Share of the work that is done, 0 to 1. */
  done: z.number().min(0).max(1),
  /** Why it failed, in a sentence with what to do next; null otherwise. */
  why: z.string().nullable(),
  /** In the order of the new kit's pages, removed pages where they were; empty until `ready`. */
  pages: z.array(comparedPage).max(2 * MAX_PAGES),
});

export type Comparison = z.infer<typeof comparison>;

/** What changed since the last earlier kit of the flight that this person read in full: all its changes are reviewed. */
export const changeCounts = z.object({
  /** The older kit. */
  old_id: kitId,
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /**
   * Charts with a changed, new or removed page; `unreviewed`: those that this person has not reviewed. 0 until it is
   * ready.
   */
  changed: z.number().int(),
  unreviewed: z.number().int(),
  /** Whether the older kit was opened on this computer; if not, nobody read it here. */
  was_read: z.boolean(),
});

export type ChangeCounts = z.infer<typeof changeCounts>;

/**
 * A mark of an older kit whose page changed or was removed: it gets a page of this kit only when a person accepts it. A mark on an
 * unchanged page waits only if this kit already has the maximum number of marks.
 */
export const waitingMark = z.object({
  /** As it is in the older kit. */
  mark,
  old_id: kitId,
  /** The page of this kit that replaces the mark's page; null if the page was removed. */
  page: page.nullable(),
  /** The chart of the mark, if its page is a sheet. */
  part: reviewedPage.shape.part,
  state: z.enum(pageStates),
});

export type WaitingMark = z.infer<typeof waitingMark>;

export const comparisonCalls = {
  /** What changed from an old kit (the first) to a new one; starts the comparison if there is none yet. */
  of: call([kitId, kitId], comparison),
  /** Marks pages of the new kit (the second), or removed pages of the old one, as reviewed by this person, or not. */
  review: call([kitId, kitId, z.array(reviewedPage).min(1).max(2000), z.boolean()], comparison),
  /** Marks of the kit that was opened before this one, which wait because their pages changed or were removed. */
  waitingMarks: call([kitId], z.array(waitingMark)),
  /** Puts a waiting mark on its page of this kit, as the person decided. */
  acceptMark: call([kitId, markId], mark),
  /** Leaves a waiting mark in the old kit only. */
  declineMark: call([kitId, markId], z.null()),
} as const;

export const comparisonEvents = {
  /** A comparison advanced, finished or failed, pages were reviewed, marks were carried over, or waiting marks accepted or declined. */
  changed: z.object({ old_id: kitId, new_id: kitId }),
} as const;
