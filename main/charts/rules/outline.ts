/** What the lines of an outline that lead to a page call it. */
import type { OutlineEntry } from './page-text.ts';

/** By page (from 1): the titles of the first innermost line that leads there, outermost first. Others are left out. */
export function headingsByPage(outline: readonly OutlineEntry[]): Map<number, readonly string[]> {
  const headings = new Map<number, readonly string[]>();
  const path: string[] = [];
  for (const [index, { title, level, page }] of outline.entries()) {
    path.length = Math.min(path.length, level);
    path.push(title.replace(/\s+/g, ' ').trim());
    const next = outline[index + 1];
    const isRepeated = next !== undefined && next.level > level && next.page === page;
    if (page !== null && !isRepeated && !headings.has(page)) headings.set(page, path.filter(Boolean));
  }
  return headings;
}
