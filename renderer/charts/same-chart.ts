/** Finds the page of a chart in another kit of the same flight. Pure. */
import type { ChartPage } from '../../main/charts/rules/chart.ts';

/**
 * The page of `other` with the same chart as `page`: the same airport, and the same number or, without one, the same title. Of several
 * pages of one chart, the one with the same place among them. Null if there is none, or the page has neither number nor title.
 */
export function sameChart(
  pages: readonly ChartPage[],
  page: number,
  other: readonly ChartPage[],
): number | null {
  const wanted = nameOf(pages.find((one) => one.page === page));
  if (wanted === null) return null;
  const withName = (kit: readonly ChartPage[]) => kit.filter((one) => nameOf(one) === wanted);
  const place = withName(pages).findIndex((one) => one.page === page);
  const found = withName(other);
  return (found[place] ?? found[0])?.page ?? null;
}

function nameOf(page: ChartPage | undefined): string | null {
  const name = page?.number?.value ?? page?.title?.value;
  return name ? `${page?.airport?.value ?? ''} ${name}` : null;
}
