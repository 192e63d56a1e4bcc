/** The outline's heading for each page of a document. */

import type { ChartPage } from '../charts/rules/chart.ts';
import { chartsOnPage, pageName } from '../charts/rules/chart-dates.ts';
import { headingsByPage, type OutlineLine } from '../charts/rules/page-text.ts';

export interface PageHeading {
  /** The words to show: outermost first, joined by ` › `. */
  shown: string;
  /** All headings of the page, for the search. */
  all: string;
  /** Set if no outline line leads to the page: it has the heading of the page before it. */
  inherited?: true;
}

/** Maximum length of one heading, UTF-16 code units. */
const MAX_HEADING = 2000;

/**
 * The heading of every page; index 0 is page 1. If no line leads to a page, it has the heading of the page before it;
 * if several do, it has the first of the innermost. Null before the first line.
 */
export function headingsOf(outline: readonly OutlineLine[], pages: number): (PageHeading | null)[] {
  const pathsByPage = headingsByPage(outline);
  const headings: (PageHeading | null)[] = [];
  let last: PageHeading | null = null;
  for (let page = 1; page <= pages; page += 1) {
    const paths = pathsByPage.get(page) ?? [];
    const own = paths.map((path) => path.join(' › ').slice(0, MAX_HEADING)).filter(Boolean);
    const [first] = own;
    headings.push(
      first === undefined ? last : { shown: first, all: own.join('\n').slice(0, 2 * MAX_HEADING) },
    );
    const innermost = own.at(-1);
    if (innermost !== undefined) last = { shown: innermost, all: innermost, inherited: true };
  }
  return headings;
}

/**
 * The heading of a page whose chart is known. The search also finds the chart's own words; the chart's name is shown if no line of
 * the outline leads to the page.
 */
export function headingWithChart(heading: PageHeading | null, chart: ChartPage | null): PageHeading | null {
  const name = chart && pageName(chart);
  if (chart === null || name === null) return heading;
  const facts = chartsOnPage(chart).flatMap(({ airport, kind, title, number }) => [
    airport?.value,
    kind?.value.replaceAll('_', ' '),
    title?.value,
    number?.value,
  ]);
  const words = oneLine(facts.filter(Boolean).join(' ')).slice(0, MAX_HEADING);
  const isNamed = heading !== null && heading.inherited !== true;
  return {
    shown: isNamed ? heading.shown : oneLine(name).slice(0, MAX_HEADING),
    all: heading === null ? words : `${heading.all}\n${words}`,
  };
}

function oneLine(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}
