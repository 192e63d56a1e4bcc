/** Finds in another document the page that a bookmark means. Pure. */
import type { ChartPage } from '../charts/rules/chart.ts';
import { chartName } from '../charts/rules/chart-dates.ts';
import { groupCharts } from '../charts/rules/group-charts.ts';
import type { OutlineLine } from '../charts/rules/page-text.ts';

/** What joins the words of a heading, outermost first (contract, SearchHit). */
const joint = ' › ';

/**
 * The page of a heading in a document: the heading whose whole path is the same, else the only one that ends in the same
 * last words under the same chapter. Kits of one flight have the same chapters; what is numbered or dated in the titles
 * may differ, so spaces and case don't count.
 *
 * @returns null where the document has no such heading, or several that could be meant
 */
export function pageOfHeading(outline: readonly OutlineLine[], heading: string): number | null {
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

/** A bookmark's own words: the heading of its page, and its chart where that is known. */
export interface Bookmarked {
  heading: string | null;
  chart: Pick<ChartPage, 'airport' | 'title' | 'number'> | null;
}

/** As much of a document as is needed. */
export interface SearchedDocument {
  /** Null where it is not taken in. */
  outline: readonly OutlineLine[] | null;
  /** Of its pages, in their order; none where they are not known. */
  charts: readonly ChartPage[];
}

/**
 * The page of a bookmark in a document: that of the chart that has the same airport and title where there is one alone, else
 * that of its heading. A heading that is a chart's name counts as that chart.
 *
 * @returns null where the document has none, or several that could be meant
 */
export function pageOfBookmark({ heading, chart }: Bookmarked, document: SearchedDocument): number | null {
  const name = chart?.airport && chart.title ? chartName(chart) : heading;
  const number = chart?.number?.value ?? null;
  const byChart = name === null ? null : pageOfChart(document.charts, name, number);
  if (byChart !== null) return byChart;
  return heading === null || document.outline === null ? null : pageOfHeading(document.outline, heading);
}

/** The first page of the only chart of that name, or the only one of them with that number. */
function pageOfChart(charts: readonly ChartPage[], name: string, number: string | null): number | null {
  const wanted = plain(name);
  const named = groupCharts(charts).flatMap(({ pages: [first] }) => {
    if (!first?.airport || !first.title) return [];
    return plain(chartName(first) ?? '') === wanted ? [first] : [];
  });
  const alike = named.length > 1 ? named.filter((page) => page.number?.value === number) : named;
  return alike.length === 1 ? (alike[0]?.page ?? null) : null;
}

/** The headings that lead to a page, each with its words from the outermost on. */
function pathsOf(outline: readonly OutlineLine[]): { path: string[]; page: number }[] {
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
