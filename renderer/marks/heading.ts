import type { OutlineEntry } from '../../preload/contract.ts';

/** Joins the parts of a heading, top level first (contract, SearchHit). */
const JOINT = ' › ';

/**
 * The heading of a page: the deepest one of those that begin on the page, else the last one before it.
 * If several begin on the page, the first, because a page is looked up by what is at its top.
 */
export function headingOf(
  outline: readonly OutlineEntry[],
  page: number,
): { title: string; path: string } | null {
  const path: string[] = [];
  let best: { title: string; path: string; page: number } | null = null;
  for (const [index, entry] of outline.entries()) {
    path.length = Math.min(path.length, entry.level);
    path.push(entry.title);
    if (entry.page === null || entry.page > page) continue;
    const opensHere = best?.page === page && !isBelow(outline, index, best);
    if (best !== null && (entry.page < best.page || opensHere)) continue;
    best = { title: entry.title, path: path.join(JOINT), page: entry.page };
  }
  return best && { title: best.title, path: best.path };
}

/** Whether this entry leads further into the best one: a chapter and its first section begin on the same page. */
function isBelow(outline: readonly OutlineEntry[], index: number, best: { path: string }): boolean {
  const above: string[] = [];
  for (const entry of outline.slice(0, index + 1)) {
    above.length = Math.min(above.length, entry.level);
    above.push(entry.title);
  }
  return above.join(JOINT).startsWith(best.path + JOINT);
}
