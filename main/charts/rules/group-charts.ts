/** Puts the pages of one chart together. */
import type { ChartPage } from './chart.ts';

/** A chart, and its pages in their order. */
export interface Chart {
  pages: readonly ChartPage[];
}

/**
 * The charts of a document: pages that follow each other and have airport, kind and title in common are one chart. A page
 * of which that is not known stands alone.
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

/** What pages tell apart that continue a chart. */
const CONTINUED = /[,\s(]*\b(?:CONT(?:INUED|INUATION|\.)?|PAGE|SHEET|PART)\b[\s.)]*[0-9]*[\s).]*$/i;

function nameOf({ publisher, airport, kind, title, number }: ChartPage): string | null {
  if (kind === null || title === null) return null;
  const words = title.value.replace(CONTINUED, '').toUpperCase();
  // A publisher that numbers each chart gives the pages of one the same number, but for a last digit or letter.
  const family = number?.value.replace(/(?<=[0-9][A-Z])[0-9]{1,2}$/, '') ?? '';
  return [publisher, airport?.value ?? '', kind.value, family, words].join('\n');
}
