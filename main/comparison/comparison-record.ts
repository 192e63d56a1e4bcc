/** What is stored of a comparison of two documents, and its validation. */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type ChangeCounts, comparedPage, reviewedPage } from '../../preload/contract.ts';
import type { ChartPage } from '../charts/rules/chart.ts';
import { Listeners } from '../common/listeners.ts';
import { type ComparedPage, isChange, namedPage } from './rules/compared-page.ts';
import { chartNumbers } from './rules/match-pages.ts';

/** A compared page as the contract has it, without what a person did. Stored rows are validated with it, too. */
export const comparedPageRow = comparedPage.omit({ reviewed_at: true });

/** Maximum length of one stored comparison, code units of JSON; of further pages only the state is kept. */
const MAX_TEXT = 16 * 1024 * 1024;
const TOO_MUCH = 'More changed in these documents than can be listed here. Look at both pages.';

/** A page that a person has to review, and its chart. */
export const change = z.object({ page: reviewedPage, chart: z.number().int() });
export type Change = z.infer<typeof change>;

/** The pages that a person has to review. */
export function changesOf(pages: readonly ComparedPage[]): Change[] {
  return pages.filter(isChange).map((page) => ({ page: namedPage(page), chart: page.chart }));
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
 * Whether the pages are a complete comparison of two documents with this many pages: each page of either document occurs once, of a
 * sheet each chart, and has a partner unless it is new or gone.
 */
function isComplete(pages: readonly ComparedPage[], old_pages: number, new_pages: number): boolean {
  for (const { old, new: newer, state } of pages)
    if ((old === null) !== (state === 'new') || (newer === null) !== (state === 'gone')) return false;
  const isWhole = (side: 'old' | 'new', count: number) => {
    const partsOf = new Map<number, (number | null)[]>();
    for (const { part, ...page } of pages) {
      const number = page[side];
      if (number === null) continue;
      if (number > count) return false;
      partsOf.set(number, [...(partsOf.get(number) ?? []), part?.[side] ?? null]);
    }
    const isOnce = (parts: (number | null)[]) =>
      parts.length === 1
        ? !parts[0]
        : parts.sort((a, b) => (a ?? 0) - (b ?? 0)).every((part, at) => part === at);
    return partsOf.size === count && [...partsOf.values()].every(isOnce);
  };
  return isWhole('old', old_pages) && isWhole('new', new_pages);
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

/** Keeps the change counts of all kits ready for the list, and reports changes. */
export class ChangeCountsKeeper {
  readonly #counts = new Map<string, ChangeCounts>();
  readonly #listeners = new Listeners<[readonly string[]]>();

  /** Null if the kit is not compared. */
  of(kit_id: string): ChangeCounts | null {
    return this.#counts.get(kit_id) ?? null;
  }

  /** Sets the counts of these kits; null: none. */
  put(counts: ReadonlyMap<string, ChangeCounts | null>): void {
    const changed: string[] = [];
    for (const [id, now] of counts) {
      if (isDeepStrictEqual(this.of(id), now)) continue;
      if (now === null) this.#counts.delete(id);
      else this.#counts.set(id, now);
      changed.push(id);
    }
    if (changed.length === 0) return;
    this.#listeners.tell(changed);
  }

  /** All kits that have counts. */
  kits(): string[] {
    return [...this.#counts.keys()];
  }

  /** Removes the counts of deleted kits. Does not call the listeners. */
  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#counts.delete(id);
  }

  /** Calls `listener` with the kits whose counts have changed. Returns a function that unsubscribes. */
  readonly onChange = this.#listeners.add;
}

/** A document compared with itself: all its pages are the same. @param charts of all pages; empty if they are not known */
export function compareWithItself(pages: number, charts: readonly ChartPage[]): ComparedPage[] {
  const pairs = Array.from({ length: pages }, (_, index) => ({ old: index, new: index }));
  const numbers = chartNumbers(pairs, charts, charts);
  return pairs.map((_, index) => ({
    old: index + 1,
    new: index + 1,
    state: 'same',
    chart: numbers[index] ?? index,
    what: [],
    areas: { old: [], new: [] },
  }));
}
