/** Groups the pages of one chart. */
import type { ChartPage } from './chart.ts';

/** A chart, and its pages in order. */
export interface Chart {
  pages: readonly ChartPage[];
}

/**
 * The charts of a document: consecutive pages with the same airport, kind and title are one chart. A page
 * for which these are not known is a chart of its own.
 */
export function groupCharts(pages: readonly ChartPage[]): Chart[] {
  const charts: ChartPage[][] = [];
  let last: string | null = null;
  for (const page of pages) {
    const name = nameOf(page);
    if (name !== null && name === last) charts.at(-1)?.push(page);
    else charts.push([page]);
    last = name;
  }
  return charts.map((one) => ({ pages: one }));
}

/** Words that distinguish the pages of one chart. */
const CONTINUED = /[,\s(]*\b(?:CONT(?:INUED|INUATION|\.)?|PAGE|SHEET|PART)\b[\s.)]*[0-9]*[\s).]*$/i;

function nameOf({ publisher, airport, kind, title, number }: ChartPage): string | null {
  if (kind === null || title === null) return null;
  const words = title.value.replace(CONTINUED, '').toUpperCase();
  // A publisher that numbers each chart gives the pages of one chart the same number, except for a last digit or letter.
  const family = number?.value.replace(/(?<=[0-9][A-Z])[0-9]{1,2}$/, '') ?? '';
  return [publisher, airport?.value ?? '', kind.value, family, words].join('\n');
}
