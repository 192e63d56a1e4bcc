/** What is stored of a comparison of two documents, and its validation. */
import { z } from 'zod';
import type { PagePair } from './review-store.ts';
import { pageStates } from './rules/compared-page.ts';

const page = z.number().int().min(1).nullable();
const share = z.number().min(0).max(1);
const areas = z.array(z.strictObject({ x: share, y: share, width: share, height: share })).max(200);

/** As the contract defines it. Stored rows are validated with it too. */
export const comparedPageRow = z.object({
  old: page,
  new: page,
  state: z.enum(pageStates),
  chart: z.number().int().min(0),
  what: z.array(z.string().max(1000)).max(100),
  areas: z.object({ old: areas, new: areas }),
});
/** A page of either document, and how it changed. */
export type ComparedPage = z.infer<typeof comparedPageRow>;

/** Maximum length of one stored comparison, code units of JSON; of further pages only the state is kept. */
const MAX_TEXT = 16 * 1024 * 1024;
const TOO_MUCH = 'More changed in these documents than can be listed here. Look at both pages.';

/** Whether a person has to review the page. */
export function isChange({ state }: Pick<ComparedPage, 'state'>): boolean {
  return state !== 'same' && state !== 'restamped';
}

/** A page that a person has to review, and its chart. */
export interface Change {
  page: PagePair;
  chart: number;
}

/** The pages that a person has to review. */
export function changesOf(pages: readonly ComparedPage[]): Change[] {
  return pages.filter(isChange).map((page) => ({ page: [page.old, page.new], chart: page.chart }));
}

/**
 * The pages as they can be stored; null if they are not a valid comparison of two documents with this many pages.
 *
 * @param found a worker's result, not validated
 */
export function checkedPages(found: unknown, old_pages: number, new_pages: number): ComparedPage[] | null {
  const read = z.array(comparedPageRow).safeParse(found);
  return read.success && isComplete(read.data, old_pages, new_pages) ? read.data : null;
}

/**
 * Whether the pages are a complete comparison of two documents with this many pages: each page of either document occurs once,
 * and has a partner unless it is new or gone.
 */
function isComplete(pages: readonly ComparedPage[], old_pages: number, new_pages: number): boolean {
  const seen = { old: new Set<number>(), new: new Set<number>() };
  for (const { old, new: newer, state } of pages) {
    if ((old === null) !== (state === 'new') || (newer === null) !== (state === 'gone')) return false;
    if (old !== null && (old > old_pages || seen.old.has(old))) return false;
    if (newer !== null && (newer > new_pages || seen.new.has(newer))) return false;
    if (old !== null) seen.old.add(old);
    if (newer !== null) seen.new.add(newer);
  }
  return seen.old.size === old_pages && seen.new.size === new_pages;
}

/** The pages, shortened to what can be stored: beyond the limit, pages only say that they changed. */
export function withinLimits(pages: readonly ComparedPage[], most: number = MAX_TEXT): ComparedPage[] {
  let room = most;
  return pages.map((page) => {
    if (page.state === 'same') return page;
    if (room >= 0) room -= JSON.stringify(page).length;
    if (room >= 0) return page;
    return { ...page, what: [TOO_MUCH], areas: { old: [], new: [] } };
  });
}
