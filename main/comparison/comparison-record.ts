/** What is kept of a comparison of two documents, and whether it can be believed. */
import { z } from 'zod';
import type { PagePair } from './review-store.ts';
import { pageStates } from './rules/compared-page.ts';

const page = z.number().int().min(1).nullable();
const share = z.number().min(0).max(1);
const areas = z.array(z.strictObject({ x: share, y: share, width: share, height: share })).max(200);

/** As the contract takes it. Rows pass it too. */
export const comparedPageRow = z.object({
  old: page,
  new: page,
  state: z.enum(pageStates),
  chart: z.number().int().min(0),
  what: z.array(z.string().max(1000)).max(100),
  areas: z.object({ old: areas, new: areas }),
});
/** A page of either document, and what became of it. */
export type ComparedPage = z.infer<typeof comparedPageRow>;

/** What is kept of one comparison, code units of JSON; of the pages beyond it only their state is kept. */
const MAX_TEXT = 16 * 1024 * 1024;
const TOO_MUCH = 'More changed in these documents than can be listed here. Look at both pages.';

/** Whether a person has to look at what became of the page. */
export function isChange({ state }: Pick<ComparedPage, 'state'>): boolean {
  return state !== 'same' && state !== 'restamped';
}

/** A page that a person has to look at, and its chart. */
export interface Change {
  page: PagePair;
  chart: number;
}

/** The pages that a person has to look at. */
export function changesOf(pages: readonly ComparedPage[]): Change[] {
  return pages.filter(isChange).map((page) => ({ page: [page.old, page.new], chart: page.chart }));
}

/**
 * The pages as they can be kept; null where they are no comparison of two documents with so many pages.
 *
 * @param found what a worker found
 */
export function checkedPages(found: unknown, old_pages: number, new_pages: number): ComparedPage[] | null {
  const read = z.array(comparedPageRow).safeParse(found);
  return read.success && isComplete(read.data, old_pages, new_pages) ? read.data : null;
}

/**
 * Whether the pages are a comparison of two documents with so many pages: each page of either is named once, and has a partner
 * unless it is new or gone.
 */
function isComplete(pages: readonly ComparedPage[], old_pages: number, new_pages: number): boolean {
  const seen = { old: new Set<number>(), new: new Set<number>() };
  for (const { old, new: new_, state } of pages) {
    if ((old === null) !== (state === 'new') || (new_ === null) !== (state === 'gone')) return false;
    if (old !== null && (old > old_pages || seen.old.has(old))) return false;
    if (new_ !== null && (new_ > new_pages || seen.new.has(new_))) return false;
    if (old !== null) seen.old.add(old);
    if (new_ !== null) seen.new.add(new_);
  }
  return seen.old.size === old_pages && seen.new.size === new_pages;
}

/** The same pages; where they say more than can be kept, the later ones say only that they changed. */
export function withinLimits(pages: readonly ComparedPage[], most: number = MAX_TEXT): ComparedPage[] {
  let room = most;
  return pages.map((page) => {
    if (page.state === 'same') return page;
    if (room >= 0) room -= JSON.stringify(page).length;
    if (room >= 0) return page;
    return { ...page, what: [TOO_MUCH], areas: { old: [], new: [] } };
  });
}
