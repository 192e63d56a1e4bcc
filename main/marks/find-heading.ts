/** Finds a bookmark's page in another document. Pure. */
import type { ChartPage } from '../charts/rules/chart.ts';
import { chartName } from '../charts/rules/chart-dates.ts';
import { groupCharts } from '../charts/rules/group-charts.ts';
import type { OutlineLine } from '../charts/rules/page-text.ts';

/** Joins the words of a heading, outermost first (contract, SearchHit). */
const joint = ' › ';

/**
 * The page of a heading in a document: the heading with the same full path, else the only one with the same last words
 * under the same chapter. Kits of one flight have the same chapters, but numbers and dates in titles
 * may differ; spaces and case are ignored.
 *
 * @returns null if the document has no such heading, or several possible ones
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

/** The facts of a bookmark: the heading of its page, and its chart if known. */
export interface Bookmarked {
  heading: string | null;
  chart: Pick<ChartPage, 'airport' | 'title' | 'number'> | null;
}

/** The part of a document that is searched. */
export interface SearchedDocument {
  /** Null if it has not been extracted. */
  outline: readonly OutlineLine[] | null;
  /** Charts of its pages, in order; empty if not known. */
  charts: readonly ChartPage[];
}

/**
 * The page of a bookmark in a document: that of the only chart with the same airport and title, else
 * that of its heading. A heading that equals a chart's name counts as that chart.
 *
 * @returns null if the document has none, or several possible ones
 */
export function pageOfBookmark({ heading, chart }: Bookmarked, document: SearchedDocument): number | null {
  const name = chart?.airport && chart.title ? chartName(chart) : heading;
  const number = chart?.number?.value ?? null;
  const byChart = name === null ? null : pageOfChart(document.charts, name, number);
  if (byChart !== null) return byChart;
  return heading === null || document.outline === null ? null : pageOfHeading(document.outline, heading);
}

/** The first page of the only chart with that name, or of the only one of these with that number. */
function pageOfChart(charts: readonly ChartPage[], name: string, number: string | null): number | null {
  const wanted = plain(name);
  const named = groupCharts(charts).flatMap(({ pages: [first] }) => {
    if (!first?.airport || !first.title) return [];
    return plain(chartName(first) ?? '') === wanted ? [first] : [];
  });
  const alike = named.length > 1 ? named.filter((page) => page.number?.value === number) : named;
  return alike.length === 1 ? (alike[0]?.page ?? null) : null;
}

/** The headings that lead to a page, each with its words, outermost first. */
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
