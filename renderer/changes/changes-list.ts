/** The pages of a comparison as a person looks at them: counted, filtered, the changed ones first. Pure. */
import type { ComparedPage } from '../../preload/contract.ts';
import type { pageStates } from '../../preload/schemas/values.ts';
import { strings } from '../strings/strings.ts';

export type PageState = (typeof pageStates)[number];

/** Which pages are shown: `review`, those that somebody has to look at; all; or those of one state. */
export type ChangesFilter = 'review' | 'all' | PageState;

/** The states in the order in which they are shown and filtered. */
export const stateOrder: readonly PageState[] = ['changed', 'new', 'gone', 'restamped', 'same'];

/** Whether a person has to look at the page. */
export function needsReview({ state }: Pick<ComparedPage, 'state'>): boolean {
  return state === 'changed' || state === 'new' || state === 'gone';
}

/** How many pages there are of each state. */
export function countStates(pages: readonly ComparedPage[]): Record<PageState, number> {
  const counts: Record<PageState, number> = { changed: 0, new: 0, gone: 0, restamped: 0, same: 0 };
  for (const { state } of pages) counts[state] += 1;
  return counts;
}

/** `7 changed · 2 new · 1 gone · 180 same · 10 restamped`; states of which there is no page are left out. */
export function summaryOf(pages: readonly ComparedPage[]): string {
  const counts = countStates(pages);
  const order: readonly PageState[] = ['changed', 'new', 'gone', 'same', 'restamped'];
  const words = strings.changes.counted;
  return order
    .flatMap((state) => (counts[state] > 0 ? [`${counts[state]} ${words[state]}`] : []))
    .join(' · ');
}

/** Those of the filter: by state in the order of {@link stateOrder}, and within one in the order of the kit. */
export function shownPages(pages: readonly ComparedPage[], filter: ChangesFilter): ComparedPage[] {
  const shown = pages.filter(
    (page) => filter === 'all' || (filter === 'review' ? needsReview(page) : page.state === filter),
  );
  return stateOrder.flatMap((state) => shown.filter((page) => page.state === state));
}

/** Those that somebody has to look at and has not. */
export function unreviewedPages(pages: readonly ComparedPage[]): ComparedPage[] {
  return pages.filter((page) => needsReview(page) && page.reviewed_at === null);
}

/** Tells a page of the comparison from all others of it. */
export function pageKey(page: { old: number | null; new: number | null }): string {
  return `${page.old ?? '-'}/${page.new ?? '-'}`;
}
