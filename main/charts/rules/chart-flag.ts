/** Which charts have dates that a person has to check before a departure: one rule for the list, Ready to fly and the viewer. Pure. */

import { type DatesAt, datesAt } from './chart-dates.ts';
import { type ChartKind, flownKinds } from './chart-kinds.ts';
import type { Chart } from './group-charts.ts';

/** A problem with a chart's dates for the departure. */
export type ChartFlag = Exclude<DatesAt, 'in_effect'>;

/** Pages that are valid for a cycle like charts, but need not have dates. The periods of NOTAMs and weather have another meaning. */
const VALID_FOR_CYCLE: ReadonlySet<ChartKind> = new Set(['minimums', 'hotspot']);

/** Whether pages of this kind count as a chart. */
export function isChart(kind: ChartKind | null): kind is ChartKind {
  return kind !== null && (flownKinds.has(kind) || VALID_FOR_CYCLE.has(kind));
}

/** The flag of a chart with these dates of its pages. One page is enough for expired or later; for undated, no page may have a date. */
export function flagOfDates(kind: ChartKind | null, pages: ReadonlySet<DatesAt>): ChartFlag | null {
  if (!isChart(kind)) return null;
  if (pages.has('expired')) return 'expired';
  if (pages.has('later')) return 'later';
  // Publishers date these charts, so one without a date has to be checked.
  return flownKinds.has(kind) && !pages.has('in_effect') ? 'undated' : null;
}

/** The flag of a chart. @param departure_ms ms since 1970 UTC; null if not known: then nothing is later or expired */
export function flagOf({ pages }: Chart, departure_ms: number | null): ChartFlag | null {
  const states = new Set(pages.map((page) => datesAt(page, page.publisher, departure_ms)));
  return flagOfDates(pages[0]?.kind?.value ?? null, states);
}
