/** As much of a line of a prepared outline as is needed: `level` 0 is the outermost, pages are from 1. */
export interface HeadingLine {
  title: string;
  level: number;
  page: number | null;
}

/** What joins the words of a heading, outermost first (contract, SearchHit). */
const joint = ' › ';

/**
 * The page of a heading in a document: the heading whose whole path is the same, else the only one that ends in the same
 * last words under the same chapter. Kits of one flight have the same chapters; what is numbered or dated in the titles
 * may differ, so spaces and case don't count.
 *
 * @returns null where the document has no such heading, or several that could be meant
 */
export function pageOfHeading(outline: readonly HeadingLine[], heading: string): number | null {
  const wanted = heading.split(joint).map(plain);
  const found = pathsOf(outline);
  const same = found.find(({ path }) => path.join(joint) === wanted.join(joint));
  if (same) return same.page;
  const alike = found.filter(
    ({ path }) => path.at(-1) === wanted.at(-1) && (path.length === 1 || path[0] === wanted[0]),
  );
  const pages = new Set(alike.map(({ page }) => page));
  return pages.size === 1 ? (alike[0]?.page ?? null) : null;
}

/** The headings that lead to a page, each with its words from the outermost on. */
function pathsOf(outline: readonly HeadingLine[]): { path: string[]; page: number }[] {
  const above: string[] = [];
  return outline.flatMap(({ title, level, page }) => {
    above.length = Math.min(above.length, level);
    above.push(plain(title));
    return page === null ? [] : [{ path: [...above], page }];
  });
}

function plain(words: string): string {
  return words.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
