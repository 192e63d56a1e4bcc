/** The titles of the outline lines that lead to a page. */
import type { OutlineLine } from './page-text.ts';

/** By page (from 1): titles of each line that leads there, outermost first. A line whose first child leads to the same page is left out. */
export function headingsByPage(outline: readonly OutlineLine[]): Map<number, (readonly string[])[]> {
  const headings = new Map<number, (readonly string[])[]>();
  const path: string[] = [];
  for (const [index, { title, level, page }] of outline.entries()) {
    path.length = Math.min(path.length, level);
    path.push(title.replace(/\s+/g, ' ').trim());
    const next = outline[index + 1];
    if (page === null || (next && next.level > level && next.page === page)) continue;
    const known = headings.get(page);
    if (known) known.push(path.filter(Boolean));
    else headings.set(page, [path.filter(Boolean)]);
  }
  return headings;
}
