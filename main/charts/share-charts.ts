/** What pages of a document say about each other's charts. */

import { boundedChart } from '../documents/jobs/bound-chart.ts';
import type { ChartPage } from './rules/chart.ts';
import { shareAirports } from './rules/share-airports.ts';

/** Those of a document's pages of which more is known by its other pages. */
export function learnedFromOthers(pages: readonly ChartPage[]): ChartPage[] {
  return shareAirports(pages).flatMap((page, index) =>
    page.airport?.value === pages[index]?.airport?.value ? [] : [boundedChart(page)],
  );
}
