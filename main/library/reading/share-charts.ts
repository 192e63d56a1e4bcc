/** What pages of a document say about each other's charts. */
import type { ChartPage } from '../../../preload/charts/chart.ts';
import { shareAirports } from '../../../preload/charts/share-airports.ts';
import { boundedChart } from '../../../preload/document-jobs/bound-chart.ts';

/** Those of a document's pages of which more is known by its other pages. */
export function learnedFromOthers(pages: readonly ChartPage[]): ChartPage[] {
  return shareAirports(pages).flatMap((page, index) =>
    page.airport?.value === pages[index]?.airport?.value ? [] : [boundedChart(page)],
  );
}
